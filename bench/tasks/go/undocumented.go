package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func undocumented(ctx context.Context) error {
	body := bytes.NewBufferString(`{"name": "first"}`)
	request, err := http.NewRequestWithContext(ctx, "POST", os.Getenv("OPENAI_BASE_URL")+"/experiments", body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("OPENAI_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answered %s", response.Status)
	}
	var answer struct{ ID string }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	fmt.Println(answer.ID)
	return nil
}
