package sdk

import (
	"net/http"
	"net/url"
	"slices"
)

// WithProxy sends all requests of a client through a proxy: its URL, of the scheme http, https, socks5 or socks5h, with
// user and password if it needs them. By default the environment names it (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).
func WithProxy(target string) Option { return func(s *settings) { s.proxy = &target } }

// WithMaxConnections limits the connections of a client to one host; further requests wait. 0: no limit.
func WithMaxConnections(count int) Option { return func(s *settings) { s.maxConnections = &count } }

// connect makes the HTTP client for the options of a client.
func (s *settings) connect() error {
	if s.proxy == nil && s.maxConnections == nil {
		return nil
	}
	if s.http != http.DefaultClient {
		return s.refused("with WithHTTPClient: set them on the transport of that client")
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		transport = usual.Clone()
	}
	if s.proxy != nil {
		target, err := url.Parse(*s.proxy)
		// The URL is not repeated: it may hold a password.
		if err != nil || target.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, target.Scheme) {
			return &ConfigurationError{"WithProxy: this is not a proxy URL, such as http://proxy.example.com:8080"}
		}
		transport.Proxy = http.ProxyURL(target)
	}
	if s.maxConnections != nil {
		if *s.maxConnections < 0 {
			return &ConfigurationError{"WithMaxConnections: the number is negative"}
		}
		transport.MaxConnsPerHost = *s.maxConnections
		transport.MaxIdleConnsPerHost = *s.maxConnections
	}
	s.http = &http.Client{Transport: transport}
	return nil
}

// reconnected refuses options of connections for a call, or for a copy of a client: these make no new connections.
func (s *settings) reconnected(of *settings) error {
	switch {
	case s.proxy != of.proxy || s.maxConnections != of.maxConnections:
		return s.refused("for one call, nor for a copy of a client: they are options of New")
	case s.http != of.http && (s.proxy != nil || s.maxConnections != nil):
		return s.refused("with WithHTTPClient: set them on the transport of that client")
	}
	return of.broken
}

func (s *settings) refused(why string) error {
	return &ConfigurationError{"WithProxy and WithMaxConnections do not go " + why}
}
