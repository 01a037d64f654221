// Command zenmlprogram is what a user of the Go SDK of ZenML writes: zenmlprogram URL USER PASSWORD; it prints what it
// saw. The same program as zenml_program.py.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	zenml "example.com/zenmlapi"
)

const tagCount = 23

type seen map[string]any

var ctx = context.Background()

func main() {
	url, user, password := os.Args[1], os.Args[2], os.Args[3]
	client := as(url, user, password)
	me := must(client.Users.Current(ctx))
	all := seen{"user": me.Name}
	if body, ok := me.Body.Get(); ok {
		all["admin"] = body.IsAdmin
	}
	found, ids := tags(client)
	maps.Copy(all, found)
	maps.Copy(all, mistakes(client, url, user))
	for _, id := range ids {
		must(client.Tags.Delete(ctx, id))
	}
	all["left"] = must(client.Tags.List(ctx, zenml.ListTagsAPIV1TagsGetParams{})).Result.Total
	fmt.Println(string(must(json.Marshal(all))))
}

func as(url, user, password string) *zenml.ZenML {
	credentials := zenml.PasswordCredentials{Username: user, Password: password}
	return zenml.New(zenml.WithBaseURL(url), zenml.WithCookieOAuth2TokenBearerPassword(credentials))
}

func tags(client *zenml.ZenML) (seen, []string) {
	for number := range tagCount {
		must(client.Tags.Create(ctx, zenml.CreateTagAPIV1TagsPostParams{
			Name: fmt.Sprintf("tag-%02d", number), Color: zenml.ColorVariantsRed,
		}))
	}
	var pages [][]int
	var names, ids []string
	ten := zenml.ListTagsAPIV1TagsGetParams{Size: zenml.Some(10)}
	for page := must(client.Tags.List(ctx, ten)); page != nil; page = must(page.Next(ctx)) {
		pages = append(pages, []int{page.Result.Index, len(page.Items()), page.Result.TotalPages})
	}
	seven := zenml.ListTagsAPIV1TagsGetParams{Size: zenml.Some(7)}
	for tag, err := range must(client.Tags.List(ctx, seven)).All(ctx) {
		check(err)
		names, ids = append(names, tag.Name), append(ids, tag.ID)
	}
	slices.Sort(names)
	return seen{"pages": pages, "names": names}, ids
}

func mistakes(client *zenml.ZenML, url, user string) seen {
	all := seen{}
	past := zenml.ListTagsAPIV1TagsGetParams{Page: zenml.Some(4), Size: zenml.Some(10)}
	_, err := client.Tags.List(ctx, past)
	if bad := (*zenml.BadRequestError)(nil); errors.As(err, &bad) {
		all["past the end"] = bad.Status
	}
	_, err = as(url, user, "wrong-password").Users.Current(ctx)
	if refused := (*zenml.TokenError)(nil); errors.As(err, &refused) {
		all["wrong password"] = []any{refused.Status, strings.Contains(err.Error(), "wrong-password")}
	}
	_, err = zenml.New(zenml.WithBaseURL(url)).Users.Current(ctx)
	if nobody := (*zenml.AuthenticationError)(nil); errors.As(err, &nobody) {
		all["no password"] = nobody.Status
	}
	return all
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
