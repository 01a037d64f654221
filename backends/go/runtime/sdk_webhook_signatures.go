package sdk

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// signatureFacts describe a signature in one header: sha256=... as at GitHub, t=...,v1=... as at Stripe.
type signatureFacts struct {
	header       string
	encoding     string // hex or base64
	prefix       string
	signed       string // what is signed, of {body} and {timestamp}
	timestampKey string
	signatureKey string
	tolerance    time.Duration // 0: any age
}

func (s *signatureFacts) verify(header http.Header, body []byte, secrets []string, now time.Time) error {
	value := lookup(header, s.header)
	if value == "" {
		return fmt.Errorf("the header %s is missing", s.header)
	}
	timestamp, given := s.parts(value)
	if s.timestampKey != "" {
		if err := checkAge(timestamp, s.tolerance, now); err != nil {
			return err
		}
	}
	before, after, _ := strings.Cut(strings.ReplaceAll(s.signed, "{timestamp}", timestamp), "{body}")
	var expected []string
	for _, secret := range secrets {
		digest := digestOf([]byte(secret), []byte(before), body, []byte(after))
		if s.encoding == "hex" {
			expected = append(expected, s.prefix+hex.EncodeToString(digest))
		} else {
			expected = append(expected, s.prefix+base64.StdEncoding.EncodeToString(digest))
		}
	}
	for i, text := range given {
		if digits, ok := strings.CutPrefix(text, s.prefix); ok && s.encoding == "hex" {
			given[i] = s.prefix + strings.ToLower(digits) // some senders use capitals
		}
	}
	return anyFits(expected, given)
}

// parts splits the header's value into the timestamp and the signatures.
func (s *signatureFacts) parts(value string) (timestamp string, signatures []string) {
	if s.timestampKey == "" && s.signatureKey == "" {
		return "", []string{strings.TrimSpace(value)}
	}
	for _, field := range strings.Split(value, ",") {
		key, text, _ := strings.Cut(strings.TrimSpace(field), "=")
		if key == s.timestampKey && timestamp == "" {
			timestamp = text
		}
		if key == s.signatureKey {
			signatures = append(signatures, text)
		}
	}
	return timestamp, signatures
}

// standardWebhooks are signatures as in standardwebhooks.com: a secret whsec_... verifies those of version v1 (HMAC), a
// public key whpk_... those of v1a (Ed25519).
type standardWebhooks struct{ tolerance time.Duration }

func (s *standardWebhooks) verify(header http.Header, body []byte, secrets []string, now time.Time) error {
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if lookup(header, name) == "" {
			return fmt.Errorf("the header %s is missing", name)
		}
	}
	timestamp := lookup(header, "webhook-timestamp")
	if err := checkAge(timestamp, s.tolerance, now); err != nil {
		return err
	}
	var given []string
	var signatures [][]byte
	for _, text := range strings.Fields(lookup(header, "webhook-signature")) {
		if signature, ok := strings.CutPrefix(text, "v1,"); ok {
			given = append(given, signature)
		}
		if signature, ok := strings.CutPrefix(text, "v1a,"); ok {
			if decoded, err := base64.StdEncoding.DecodeString(signature); err == nil {
				signatures = append(signatures, decoded)
			}
		}
	}
	signed := []byte(lookup(header, "webhook-id") + "." + timestamp + "." + string(body))
	verified := false
	var expected []string
	for _, secret := range secrets {
		if public, ok := strings.CutPrefix(secret, "whpk_"); ok {
			key, err := base64.StdEncoding.DecodeString(public)
			if err != nil || len(key) != ed25519.PublicKeySize {
				return errors.New("a public key is not 32 bytes in base64")
			}
			for _, signature := range signatures {
				verified = verified || (!isSmall(key) && ed25519.Verify(key, signed, signature))
			}
			continue
		}
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return errors.New("a secret is not base64")
		}
		expected = append(expected, base64.StdEncoding.EncodeToString(digestOf(key, signed)))
	}
	if verified {
		return nil
	}
	return anyFits(expected, given)
}

// smallKeys are points whose order divides 8, without their signs and in every encoding.
var smallKeys = []string{
	strings.Repeat("00", 32),
	"01" + strings.Repeat("00", 31),
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ec" + strings.Repeat("ff", 30) + "7f",
	"ed" + strings.Repeat("ff", 30) + "7f",
	"ee" + strings.Repeat("ff", 30) + "7f",
}

// isSmall tells whether anybody can sign with a key.
func isSmall(key []byte) bool {
	masked := append([]byte(nil), key...)
	masked[31] &= 0x7f
	return slices.Contains(smallKeys, hex.EncodeToString(masked))
}

// lookup finds a header by case-insensitive name, even in a map that net/http did not make.
func lookup(header http.Header, name string) string {
	if value := header.Get(name); value != "" {
		return value
	}
	for key, values := range header {
		if strings.EqualFold(key, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

func digestOf(key []byte, pieces ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, piece := range pieces {
		mac.Write(piece)
	}
	return mac.Sum(nil)
}

func checkAge(timestamp string, tolerance time.Duration, now time.Time) error {
	seconds, err := strconv.ParseUint(timestamp, 10, 62)
	if err != nil {
		return errors.New("the timestamp is not a number")
	}
	if age := now.Sub(time.Unix(int64(seconds), 0)).Abs(); tolerance > 0 && age > tolerance {
		return fmt.Errorf("the timestamp is %s off", age)
	}
	return nil
}

// anyFits compares every signature with every expected one, in constant time.
func anyFits(expected, given []string) error {
	fits := false
	for _, right := range expected {
		for _, text := range given {
			if hmac.Equal([]byte(right), []byte(text)) {
				fits = true
			}
		}
	}
	if !fits {
		return errors.New("no signature matches")
	}
	return nil
}
