package sdk

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// File is content to upload, and what to tell the server of it. Use [FileOf], [FileFrom] or [FileAt] to make one.
type File struct {
	// Content is read while it is sent. An io.Seeker can be sent again when a request is repeated.
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

// FileFrom is a file that is read from somewhere.
func FileFrom(content io.Reader) *File { return &File{Content: content} }

// FileAt is the file of a path; it is opened when it is sent.
func FileAt(path string) *File { return &File{Name: filepath.Base(path), path: path} }

// content is a request body, or a piece of one.
type content struct {
	open   func() (io.Reader, error) // every call starts anew
	length int64                     // -1: not known
	again  bool                      // open can be called more than once
}

func bytesContent(data []byte) content {
	return content{func() (io.Reader, error) { return bytes.NewReader(data), nil }, int64(len(data)), true}
}

func (f *File) content() (content, error) {
	if f.path != "" {
		info, err := os.Stat(f.path)
		if err != nil {
			return content{}, err
		}
		return content{func() (io.Reader, error) { return os.Open(f.path) }, info.Size(), true}, nil
	}
	if f.Content == nil {
		return bytesContent(nil), nil
	}
	seeker, ok := f.Content.(io.Seeker)
	if !ok {
		return content{func() (io.Reader, error) { return f.Content, nil }, -1, false}, nil
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return content{func() (io.Reader, error) { return f.Content, nil }, -1, false}, nil
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return content{}, err
	}
	open := func() (io.Reader, error) {
		_, err := seeker.Seek(start, io.SeekStart)
		return io.NopCloser(f.Content), err
	}
	return content{open, end - start, true}, nil
}
