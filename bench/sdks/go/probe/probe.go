// Package probe measures one thing of one Go SDK in a process of its own: PROGRAM MEASURE ORIGIN.
//
// It prints a number: CPU milliseconds of the process for `first`, and for `list` (a list of about 1 MB; `loads` is what
// encoding/json takes for it, into structs), microseconds for `warm` and `event`, megabytes for `memory`, thousands of
// allocations for `objects` (of that list).
package probe

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Client is one SDK's.
type Client struct {
	List   func() error
	Events func() (int, error)
	Loads  func() (parse func() error, err error) // of the HTTP library alone
}

// Main measures what the arguments say.
func Main(newClient func(base string) Client) {
	what, origin := os.Args[1], os.Args[2]
	small, big := origin+"/small", origin+"/big"
	var found float64
	switch what {
	case "first", "memory":
		must(newClient(small).List())
		found = milliseconds(used())
		if what == "memory" {
			found = megabytes()
		}
	case "warm":
		// Many calls a turn: in a few, the threads of Go may happen never to wait, which costs half.
		found = 1000 * milliseconds(lowest(8, 1000, newClient(small).List))
	case "list":
		found = milliseconds(lowest(20, 2, newClient(big).List))
	case "objects":
		client := newClient(big)
		must(client.List())
		found = allocations(client.List)
	case "loads":
		parse, err := newClient(big).Loads()
		must(err)
		found = milliseconds(lowest(20, 2, parse))
	case "event":
		client := newClient(small)
		count, err := client.Events()
		must(err)
		every := lowest(20, 1, func() error { _, err := client.Events(); return err })
		found = 1000 * milliseconds(every) / float64(count)
	default:
		must(fmt.Errorf("no measure %s", what))
	}
	fmt.Println(found)
}

// lowest is the CPU time of an action in the cheapest of several turns, after one that does not count.
func lowest(turns, calls int, action func() error) time.Duration {
	least := time.Duration(1<<63 - 1)
	for turn := range turns + 1 {
		before := used()
		for range calls {
			must(action())
		}
		if taken := used() - before; turn > 0 {
			least = min(least, taken/time.Duration(calls))
		}
	}
	return least
}

// allocations is how many thousand objects an action allocates.
func allocations(action func() error) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must(action())
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / 1000
}

// megabytes is the most that the process held. What getrusage says counts the process that started it, too.
func megabytes() float64 {
	status, err := os.ReadFile("/proc/self/status")
	must(err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes float64
	_, err = fmt.Sscan(rest, &kilobytes)
	must(err)
	return kilobytes / 1024
}

func used() time.Duration {
	var found syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &found))
	return time.Duration(found.Utime.Nano() + found.Stime.Nano())
}

func milliseconds(taken time.Duration) float64 { return float64(taken) / float64(time.Millisecond) }

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
