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

func (b *body) multipart(value any, headers map[string]map[string]string) (*sentBody, error) {
	found, err := b.properties(value)
	if err != nil {
		return nil, err
	}
	named := b.mediaType == "multipart/form-data"
	var pieces []piece
	for _, item := range found {
		item.given = headers[item.name]
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
		_, header, wrong := p.header(nil, named)
		err = errors.Join(err, wrong)
		for _, pair := range found {
			head, failure := partHead(disposition(pair.name, "", named), "", header)
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
	given, header, wrong := p.header(nil, named)
	if given != "" && kind != "" && !anyCovers([]string{kind}, given) {
		wrong = &ArgumentError{p.name, "must have the content type " + kind + ", not " + given}
	}
	if given != "" {
		kind = given
	}
	head, failure := partHead(disposition(p.name, "", named), kind, header)
	return piece{head, bytesContent([]byte(text))}, errors.Join(err, wrong, failure)
}

// otherType is the content type of a union's value that is not a file: JSON or text.
func (p *property) otherType(tree any) string {
	switch tree.(type) {
	case object, []any:
		return p.part.objects
	}
	return p.part.texts
}

func (p *property) filePiece(file *File, named bool) (piece, error) {
	name := file.Name
	if name == "" {
		name = p.name
	}
	given, header, err := p.header(file.Header, named)
	if err != nil {
		return piece{}, err
	}
	if given == "" {
		given = file.ContentType
	}
	kind, wrong := chooseType(p.name, p.part.types, p.part.extensions, file, given)
	if wrong == nil {
		kind, wrong = headerText(p.name, kind)
	}
	if wrong != nil {
		return piece{}, wrong
	}
	head, err := partHead(disposition(p.name, name, named), kind, header)
	if err != nil {
		return piece{}, err
	}
	made, err := file.content(p.name)
	return piece{head, made}, err
}

// header are the headers of a part, with the content type: the document's take precedence, then a file's.
func (p *property) header(own map[string]string, named bool) (string, map[string]string, error) {
	kind, header := "", maps.Clone(p.part.header)
	if header == nil {
		header = map[string]string{}
	}
	for _, given := range []map[string]string{own, p.given} {
		for _, key := range sortedKeys(given) {
			switch {
			case strings.EqualFold(key, "Content-Type"):
				if kind == "" {
					kind = given[key]
				}
			case named && strings.EqualFold(key, "Content-Disposition"):
				return "", nil, &ArgumentError{p.name, "has a Content-Disposition among its headers: give the file a name instead"}
			case !holdsHeader(header, key):
				header[key] = given[key]
			}
		}
	}
	for _, name := range p.part.needs {
		if !holdsHeader(header, name) {
			return "", nil, &ArgumentError{p.name, "needs the header " + name}
		}
	}
	return kind, header, nil
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
