package sdk

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// File is content to upload, with its name, content type and headers. Use [FileOf], [FileFrom] or [FileAt] to make one.
type File struct {
	// Content is read while it is sent. An io.Seeker can be sent again when a request is retried; another reader is
	// closed, if it is an io.Closer, after the request.
	Content io.Reader
	// Name is the file's name for the server.
	Name string
	// ContentType is the media type for the server.
	ContentType string
	// Header are headers of the part in a multipart body.
	Header map[string]string

	path string
}

// FileOf is a file of bytes.
func FileOf(data []byte) *File { return &File{Content: bytes.NewReader(data)} }

// FileFrom is a file that is read from a reader.
func FileFrom(content io.Reader) *File { return &File{Content: content} }

// FileAt is the file at a path; it is opened when it is sent.
func FileAt(path string) *File { return &File{Name: filepath.Base(path), path: path} }

// content is a request body, or a piece of one.
type content struct {
	open   func() (io.ReadCloser, error) // every call starts at the beginning
	length int64                         // -1: not known
	again  bool                          // open can be called more than once
}

func bytesContent(data []byte) content {
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return content{open, int64(len(data)), true}
}

// content is the content of a file. Errors name it if it cannot be read; every other mistake is found before anything
// is sent.
func (f *File) content(name string) (content, error) {
	made, err := f.opened(name)
	if err != nil {
		return made, err
	}
	open, length := made.open, made.length
	made.open = func() (io.ReadCloser, error) {
		reader, err := open()
		if err != nil {
			return nil, unreadable(name, err)
		}
		return &promised{reader, name, length, length}, nil
	}
	return made, nil
}

func (f *File) opened(name string) (content, error) {
	if f.path != "" {
		info, err := os.Stat(f.path)
		if err == nil && info.IsDir() {
			err = errors.New(f.path + " is a directory")
		}
		if err != nil {
			return content{}, unreadable(name, err)
		}
		length := int64(-1) // unknown, unless it is a regular file
		if info.Mode().IsRegular() {
			length = info.Size()
		}
		return content{func() (io.ReadCloser, error) { return os.Open(f.path) }, length, true}, nil
	}
	if f.Content == nil {
		return content{}, &ArgumentError{name, "is a file without content: FileOf, FileFrom and FileAt make one"}
	}
	if known, ok := f.Content.(interface{ Stat() (os.FileInfo, error) }); ok {
		info, err := known.Stat()
		if errors.Is(err, os.ErrClosed) || errors.Is(err, os.ErrInvalid) {
			return content{}, &ArgumentError{name, "is a closed file"}
		}
		if err == nil && info.IsDir() {
			return content{}, unreadable(name, errors.New(info.Name()+" is a directory"))
		}
	}
	seeker, ok := f.Content.(io.ReadSeeker)
	if !ok {
		return readOnce(f.Content), nil
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return readOnce(f.Content), nil
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return content{}, unreadable(name, err)
	}
	shared := &rewound{of: seeker, start: start}
	return content{shared.open, end - start, true}, nil
}

// readOnce is content that can be read only once. It is closed, since the writer of a pipe must not wait for ever.
func readOnce(from io.Reader) content {
	closer, ok := from.(io.ReadCloser)
	if !ok {
		closer = io.NopCloser(from)
	}
	return content{func() (io.ReadCloser, error) { return closer, nil }, -1, false}
}

func unreadable(name string, err error) error {
	return &ArgumentError{name, "cannot be read: " + err.Error()}
}

// promised checks a file against its length, if that is known: its last bytes are held back until the number is right,
// so that no server takes a part of a file for the whole.
type promised struct {
	io.ReadCloser
	name         string
	length, left int64
}

// Read implements io.Reader.
func (p *promised) Read(into []byte) (int, error) {
	n, err := p.ReadCloser.Read(into)
	if p.length >= 0 {
		p.left -= int64(n)
		var more [1]byte
		for p.left == 0 && err == nil {
			var further int
			further, err = p.ReadCloser.Read(more[:])
			p.left -= int64(further)
		}
		switch {
		case p.left < 0:
			return 0, p.wrong("more")
		case p.left > 0 && err == io.EOF:
			return 0, p.wrong("fewer")
		}
	}
	if err != nil && err != io.EOF {
		return 0, unreadable(p.name, err)
	}
	return n, err
}

func (p *promised) wrong(told string) error {
	when := " bytes that it had when it was opened: it was not sent"
	return &ArgumentError{p.name, "has " + told + " than the " + strconv.FormatInt(p.length, 10) + when}
}

// rewound is a reader that is read from its start several times. net/http may still read a body after there is a
// response, so only the last turn gets bytes: the others would consume them.
type rewound struct {
	of    io.ReadSeeker
	start int64
	lock  sync.Mutex
	last  *turn
}

type turn struct{ of *rewound }

func (r *rewound) open() (io.ReadCloser, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.last = &turn{r}
	_, err := r.of.Seek(r.start, io.SeekStart)
	return r.last, err
}

// Read implements io.Reader.
func (t *turn) Read(into []byte) (int, error) {
	t.of.lock.Lock()
	defer t.of.lock.Unlock()
	if t.of.last != t {
		return 0, errors.New("the content is read from its start again")
	}
	return t.of.of.Read(into)
}

// Close implements io.Closer; the reader is the caller's and stays open.
func (t *turn) Close() error { return nil }
