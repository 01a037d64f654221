package sdk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// sink takes bodies, and counts those that were complete.
type sink struct {
	*httptest.Server
	begun, whole, bytes atomic.Int64
}

func newSink(t *testing.T) *sink {
	made := &sink{}
	made.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		made.begun.Add(1)
		count, err := io.Copy(io.Discard, request.Body)
		if err != nil {
			return
		}
		made.whole.Add(1)
		made.bytes.Store(count)
		out.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(made.Close)
	return made
}

// upload sends a file as a body, or as a part.
func (s *sink) upload(kind string, file *File) error {
	declared := &body{kind: kind, mediaType: "application/octet-stream", required: true}
	var value any = file
	if kind == "multipart" {
		declared.mediaType, declared.parts = "multipart/form-data", []part{{name: "file", how: "bytes"}}
		value = map[string]any{"file": file}
	}
	op := &operation{id: "upload", method: "PUT", path: "/", body: declared, answers: []answer{{status: "204"}}}
	_, err := do[any](context.Background(), newSettings(&api{}, []Option{WithBaseURL(s.URL)}), op, nil, value, nil)
	return err
}

// odd is a file that does not have its declared length, or cannot be read.
type odd struct {
	*strings.Reader
	told int64
	err  error
}

func (o odd) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekEnd {
		return o.told, nil
	}
	return o.Reader.Seek(offset, whence)
}

func (o odd) Read(into []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	return o.Reader.Read(into)
}

func TestWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	closed, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	opened, err := os.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	long := strings.Repeat("a", 100_000)
	for _, kind := range []string{"bytes", "multipart"} {
		for _, one := range []struct {
			file *File
			told string
			sent bool
		}{
			{FileAt(folder), "cannot be read: " + folder + " is a directory", false},
			{FileAt(path + "s"), "cannot be read: stat " + path + "s: no such file or directory", false},
			{FileFrom(opened), "cannot be read: " + filepath.Base(folder) + " is a directory", false},
			{FileFrom(closed), "is a closed file", false},
			{FileFrom(nil), "is a file without content: FileOf, FileFrom and FileAt make one", false},
			{FileFrom(odd{strings.NewReader(long), 99_999, nil}), "has more than the 99999 bytes that it had when it was opened: it was not sent", true},
			{FileFrom(odd{strings.NewReader(long), 100_001, nil}), "has fewer than the 100001 bytes that it had when it was opened: it was not sent", true},
			{FileFrom(odd{strings.NewReader(long), 3, errors.New("disk on fire")}), "cannot be read: disk on fire", true},
		} {
			server := newSink(t) // of its own: a request that was broken off may reach a server late
			name := map[string]string{"bytes": "body", "multipart": "file"}[kind]
			err := server.upload(kind, one.file)
			var wrong *ArgumentError
			if !errors.As(err, &wrong) || err.Error() != fmt.Sprintf("the argument %s %s", name, one.told) {
				t.Error(kind, err)
			}
			if begun := server.begun.Load(); begun > 1 || begun == 1 && !one.sent {
				t.Error(one.told, begun, "requests")
			}
			if whole := server.whole.Load(); whole != 0 {
				t.Error(one.told, whole, "bodies came to an end")
			}
		}
	}
}

// A file that changes between opening and sending is an error, too.
func TestAPathWhoseFileChanges(t *testing.T) {
	server := newSink(t)
	path := filepath.Join(t.TempDir(), "log")
	for length, told := range map[int64]string{300_001: "more", 10: "fewer"} {
		if err := os.WriteFile(path, bytes.Repeat([]byte("a"), 300_000), 0o600); err != nil {
			t.Fatal(err)
		}
		made, err := FileAt(path).content("file")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, length); err != nil {
			t.Fatal(err)
		}
		reader, err := made.open()
		if err != nil {
			t.Fatal(err)
		}
		count, err := io.Copy(io.Discard, reader)
		if err == nil || !strings.Contains(err.Error(), told) || count >= 300_000 {
			t.Error(count, err)
		}
		_ = reader.Close()
	}
	if err := server.upload("multipart", FileAt(path)); err != nil || server.whole.Load() != 1 {
		t.Error(err)
	}
}

// 200 MB from a path, an open file and a pipe: megabytes more than before.
func TestFilesAreNotHeldInMemory(t *testing.T) {
	const size = 200 << 20
	server := newSink(t)
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := server.upload("bytes", FileAt(path)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	before := peakMemory(t)
	for _, kind := range []string{"bytes", "multipart"} {
		for way := range 3 {
			file := FileAt(path)
			if way > 0 {
				opened, err := os.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				defer opened.Close()
				file = FileFrom(opened)
				if way == 2 {
					file = FileFrom(io.LimitReader(opened, size))
				}
			}
			if err := server.upload(kind, file); err != nil || server.bytes.Load() < size {
				t.Fatal(kind, way, err, server.bytes.Load())
			}
		}
	}
	if grown := peakMemory(t) - before; grown > 40 {
		t.Error(grown, "MB")
	} else {
		t.Log(grown, "MB")
	}
}

// peakMemory is the peak memory of this program, in MB.
func peakMemory(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("the system does not tell the memory of a program")
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		t.Fatal(err)
	}
	return kilobytes / 1024
}
