// Command raw calls with net/http and encoding/json alone.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"codegen.invalid/sdks/probe"
)

type models struct {
	Object string `json:"object"`
	Data   []struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		OwnedBy string `json:"owned_by"`
	} `json:"data"`
}

type chunk struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
	Choices []struct {
		Index int `json:"index"`
		Delta struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"delta"`
		FinishReason *string `json:"finish_reason"`
	} `json:"choices"`
}

const asked = `{"model":"gpt","messages":[{"role":"user","content":"hello"}],"stream":true}`

func send(method, url string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(context.Background(), method, url, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer k")
	request.Header.Set("Accept", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.StatusCode != http.StatusOK {
		response.Body.Close()
		err = errors.New(response.Status)
	}
	return response, err
}

func main() {
	probe.Main(func(base string) probe.Client {
		fetch := func() ([]byte, error) {
			response, err := send(http.MethodGet, base+"/models", nil)
			if err != nil {
				return nil, err
			}
			defer response.Body.Close()
			return io.ReadAll(response.Body)
		}
		list := func() error {
			data, err := fetch()
			if err != nil {
				return err
			}
			var found models
			return json.Unmarshal(data, &found)
		}
		events := func() (int, error) {
			response, err := send(http.MethodPost, base+"/chat/completions", bytes.NewReader([]byte(asked)))
			if err != nil {
				return 0, err
			}
			defer response.Body.Close()
			count := 0
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok && data[0] == '{' {
					var found chunk
					if err := json.Unmarshal(data, &found); err != nil {
						return 0, err
					}
					count++
				}
			}
			return count, nil
		}
		loads := func() (func() error, error) {
			data, err := fetch()
			return func() error {
				var found models
				return json.Unmarshal(data, &found)
			}, err
		}
		return probe.Client{List: list, Events: events, Loads: loads}
	})
}
