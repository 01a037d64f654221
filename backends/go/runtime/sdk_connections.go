package sdk

import (
	"net/http"
	"net/url"
	"slices"
)

// WithProxy makes all requests of a client through a proxy: the URL of one that speaks http, https, socks5 or socks5h,
// with user and password where it asks for them. Else the environment says (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).
func WithProxy(target string) Option { return func(s *settings) { s.proxy = &target } }

// WithMaxConnections limits how many connections a client has to one host; requests beyond them wait. 0: no limit.
func WithMaxConnections(count int) Option { return func(s *settings) { s.maxConnections = &count } }

// connect makes the HTTP client that the options of a client ask for.
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
			return &ConfigurationError{"WithProxy: this is no URL of a proxy, such as http://proxy.example.com:8080"}
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

// reconnected tells what is wrong with options of a call, or of a client made of another: no other connections are made.
func (s *settings) reconnected(of *settings) error {
	switch {
	case s.proxy != of.proxy || s.maxConnections != of.maxConnections:
		return s.refused("for one call, nor for a client made of another: they are options of New")
	case s.http != of.http && (s.proxy != nil || s.maxConnections != nil):
		return s.refused("with WithHTTPClient: set them on the transport of that client")
	}
	return of.broken
}

func (s *settings) refused(why string) error {
	return &ConfigurationError{"WithProxy and WithMaxConnections do not go " + why}
}
