package sdk

import (
	"crypto/rand"
	"errors"
	"io"
	"maps"
	"reflect"
	"strings"
)

// piece is one part of a multipart body.
type piece struct {
	head    string
	content content
}

func (b *body) multipart(value any) (*sentBody, error) {
	found, err := b.properties(value)
	if err != nil {
		return nil, err
	}
	named := b.mediaType == "multipart/form-data"
	var pieces []piece
	for _, item := range found {
		made, failure := item.pieces(named)
		err = errors.Join(err, failure)
		pieces = append(pieces, made...)
	}
	boundary := rand.Text()
	return &sentBody{joinPieces(pieces, boundary), b.mediaType + "; boundary=" + boundary}, err
}

func (p *property) pieces(named bool) ([]piece, error) {
	var made []piece
	if p.part.how == "style" {
		found, err := p.styled(keep, keep)
		for _, pair := range found {
			head, failure := partHead(disposition(pair.name, "", named), "", p.part.header)
			err = errors.Join(err, failure)
			made = append(made, piece{head, bytesContent([]byte(pair.value))})
		}
		return made, err
	}
	for _, v := range p.items() {
		one, err := p.piece(v, named)
		if err != nil {
			return nil, err
		}
		made = append(made, one)
	}
	return made, nil
}

func (p *property) piece(v reflect.Value, named bool) (piece, error) {
	if file, ok := v.Interface().(*File); ok {
		return p.filePiece(file, named)
	}
	if data, ok := bytesIn(v); ok && p.part.how == "bytes" {
		return p.filePiece(FileOf(data), named)
	}
	tree, err := treeOf(v.Interface())
	text := textOf(tree)
	kind := p.otherType(tree)
	if p.part.how == "bytes" && kind == "" && err == nil {
		return p.filePiece(FileOf([]byte(text)), named)
	}
	if p.part.how == "json" {
		text = jsonText(tree)
	}
	if kind == "" && len(p.part.types) > 0 {
		kind = p.part.types[0]
	}
	head, failure := partHead(disposition(p.name, "", named), kind, p.part.header)
	return piece{head, bytesContent([]byte(text))}, errors.Join(err, failure)
}

// otherType is the content type of another value of a union: JSON or text, and no file.
func (p *property) otherType(tree any) string {
	switch tree.(type) {
	case object, []any:
		return p.part.objects
	}
	return p.part.texts
}

func (p *property) filePiece(file *File, named bool) (piece, error) {
	made, err := file.content()
	if err != nil {
		return piece{}, err
	}
	name := file.Name
	if name == "" {
		name = p.name
	}
	given, header := file.ContentType, maps.Clone(p.part.header)
	if header == nil {
		header = map[string]string{}
	}
	for key, value := range file.Header {
		switch {
		case strings.EqualFold(key, "Content-Type"):
			given = value
		case named && strings.EqualFold(key, "Content-Disposition"):
			return piece{}, &ArgumentError{p.name, "has a Content-Disposition among its headers: give the file a name instead"}
		case !holdsHeader(p.part.header, key): // the document's own count (D8.4)
			header[key] = value
		}
	}
	kind, wrong := chooseType(p.name, p.part.types, p.part.extensions, file, given)
	if wrong == nil {
		kind, wrong = headerText(p.name, kind)
	}
	if wrong != nil {
		return piece{}, wrong
	}
	head, err := partHead(disposition(p.name, name, named), kind, header)
	return piece{head, made}, err
}

func holdsHeader(header map[string]string, name string) bool {
	for key := range header {
		if strings.EqualFold(key, name) {
			return true
		}
	}
	return false
}

func disposition(name, file string, named bool) string {
	if !named {
		return ""
	}
	escapes := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")
	line := `form-data; name="` + escapes.Replace(name) + `"`
	if file != "" {
		line += `; filename="` + escapes.Replace(file) + `"`
	}
	return line
}

func partHead(disposition, contentType string, header map[string]string) (string, error) {
	var out strings.Builder
	var err error
	line := func(name, value string) {
		text, failure := headerText(name, value)
		err = errors.Join(err, checkHeaderName(name), failure)
		out.WriteString(name + ": " + text + "\r\n")
	}
	if disposition != "" {
		line("Content-Disposition", disposition)
	}
	if contentType != "" {
		line("Content-Type", contentType)
	}
	for _, name := range sortedKeys(header) {
		line(name, header[name])
	}
	return out.String(), err
}

// joinPieces puts the parts between boundaries; they are read while they are sent.
func joinPieces(pieces []piece, boundary string) content {
	made := content{again: true}
	var heads []string
	between := "--" + boundary + "\r\n"
	last := "--" + boundary + "--\r\n"
	for i, item := range pieces {
		if i == 0 {
			last = "\r\n" + last
		}
		heads = append(heads, between+item.head+"\r\n")
		between = "\r\n--" + boundary + "\r\n"
		made.again = made.again && item.content.again
		if item.content.length < 0 || made.length < 0 {
			made.length = -1
		} else {
			made.length += int64(len(heads[i])) + item.content.length
		}
	}
	if made.length >= 0 {
		made.length += int64(len(last))
	}
	made.open = func() (io.ReadCloser, error) { return openPieces(pieces, heads, last) }
	return made
}

func openPieces(pieces []piece, heads []string, last string) (io.ReadCloser, error) {
	made := &opened{}
	var readers []io.Reader
	for i, item := range pieces {
		reader, err := item.content.open()
		if err != nil {
			return nil, errors.Join(err, made.Close())
		}
		made.parts = append(made.parts, reader)
		readers = append(readers, strings.NewReader(heads[i]), reader)
	}
	made.Reader = io.MultiReader(append(readers, strings.NewReader(last))...)
	return made, nil
}

// opened is a multipart body while it is read; closing it closes the files in it.
type opened struct {
	io.Reader
	parts []io.Closer
}

// Close implements io.Closer.
func (o *opened) Close() error {
	var err error
	for _, part := range o.parts {
		err = errors.Join(err, part.Close())
	}
	return err
}
