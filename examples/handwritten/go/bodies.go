package traintravel

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// body writes a request body: its bytes and its content type. It can be called again for a repeated request.
type body func() (data []byte, contentType string, err error)

func jsonBody(value any) body {
	return func() ([]byte, string, error) {
		data, err := json.Marshal(value)
		return data, "application/json", err
	}
}

// formBody writes a form whose properties are arguments with the styles of their encoding (D8.2).
func formBody(properties ...argument) body {
	return func() ([]byte, string, error) {
		var pairs []string
		for _, property := range properties {
			if value, ok := optional(property.value); ok {
				pairs = append(pairs, property.pairs(value)...)
			}
		}
		return []byte(strings.Join(pairs, "&")), "application/x-www-form-urlencoded", nil
	}
}

// File is content to upload: its bytes, and what to tell the server of them.
type File struct {
	Content     io.ReadSeeker
	Name        string
	ContentType string
	Header      map[string]string
}

type part struct {
	name   string
	value  any // *File, a text, or anything that becomes JSON
	types  []string
	header map[string]string
}

func multipartBody(parts ...part) body {
	return func() ([]byte, string, error) {
		var buffer bytes.Buffer
		writer := multipart.NewWriter(&buffer)
		for _, p := range parts {
			if err := p.write(writer); err != nil {
				return nil, "", err
			}
		}
		return buffer.Bytes(), writer.FormDataContentType(), writer.Close()
	}
}

func (p part) write(writer *multipart.Writer) error {
	header := textproto.MIMEHeader{}
	disposition := `form-data; name="` + quote(p.name) + `"`
	file, isFile := p.value.(*File)
	given := ""
	if isFile {
		if file == nil {
			return nil
		}
		disposition += `; filename="` + quote(either(file.Name, p.name)) + `"`
		given = either(file.ContentType, "application/octet-stream")
		setAll(header, file.Header)
	}
	setAll(header, p.header)
	header.Set("Content-Disposition", disposition)
	if kind := choose(p.types, given); kind != "" {
		header.Set("Content-Type", kind)
	}
	out, err := writer.CreatePart(header)
	if err != nil {
		return err
	}
	return p.content(out)
}

func (p part) content(out io.Writer) error {
	switch value := p.value.(type) {
	case *File:
		if _, err := value.Content.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := io.Copy(out, value.Content)
		return err
	case string:
		_, err := io.WriteString(out, value)
		return err
	}
	data, err := json.Marshal(p.value)
	if err == nil {
		_, err = out.Write(data)
	}
	return err
}

// choose takes the one declared type, else the file's own, else the first declared that is no pattern (D8.3).
func choose(declared []string, given string) string {
	if len(declared) == 1 && !strings.Contains(declared[0], "*") {
		return declared[0]
	}
	if given != "" && given != "application/octet-stream" {
		return given
	}
	for _, kind := range declared {
		if !strings.Contains(kind, "*") {
			return kind
		}
	}
	return given
}

func setAll(header textproto.MIMEHeader, values map[string]string) {
	for name, value := range values {
		header.Set(name, value)
	}
}

func either(first, second string) string {
	if first != "" {
		return first
	}
	return second
}

func quote(text string) string {
	return strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace(text)
}
