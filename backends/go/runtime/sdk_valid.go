package sdk

// deepest is the maximum depth of nested objects and lists, as in encoding/json.
const deepest = 10_000

// valid is [json.Valid], in less than half the time.
func valid(data []byte) bool {
	end, ok := validAt(data, skipSpace(data, 0), deepest)
	return ok && skipSpace(data, end) == len(data)
}

// validAt checks the value at an offset, and returns where it ends. left: how much deeper it may be nested.
func validAt(data []byte, at, left int) (int, bool) {
	if at >= len(data) {
		return at, false
	}
	switch data[at] {
	case '{', '[':
		return validParts(data, at, left-1)
	case '"':
		return validString(data, at)
	case 't':
		return validWord(data, at, "true")
	case 'f':
		return validWord(data, at, "false")
	case 'n':
		return validWord(data, at, "null")
	}
	return validNumber(data, at)
}

// validParts checks an object or a list: their closing characters are each two after the opening ones.
func validParts(data []byte, at, left int) (int, bool) {
	named, closing := data[at] == '{', data[at]+2
	ok := left >= 0
	if at = skipSpace(data, at+1); at < len(data) && data[at] == closing {
		return at + 1, ok
	}
	for ok {
		if named {
			if at, ok = validName(data, at); !ok {
				break
			}
		}
		if at, ok = validAt(data, at, left); !ok {
			break
		}
		if at = skipSpace(data, at); at < len(data) && data[at] == closing {
			return at + 1, true
		}
		ok = at < len(data) && data[at] == ','
		at = skipSpace(data, at+1)
	}
	return at, false
}

// validName checks the name of a property, and returns where its value begins.
func validName(data []byte, at int) (int, bool) {
	if at >= len(data) || data[at] != '"' {
		return at, false
	}
	at, ok := validString(data, at)
	at = skipSpace(data, at)
	return skipSpace(data, at+1), ok && at < len(data) && data[at] == ':'
}

func validWord(data []byte, at int, word string) (int, bool) {
	end := at + len(word)
	return end, end <= len(data) && string(data[at:end]) == word
}

func validString(data []byte, at int) (int, bool) {
	for at++; at < len(data); at++ {
		switch char := data[at]; {
		case char == '"':
			return at + 1, true
		case char < ' ':
			return at, false
		case char == '\\':
			if at++; at == len(data) {
				return at, false
			}
			switch data[at] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					if at++; at == len(data) || !isHex(data[at]) {
						return at, false
					}
				}
			default:
				return at, false
			}
		}
	}
	return at, false
}

func isHex(char byte) bool {
	return isDigit(char) || ('a' <= char|0x20 && char|0x20 <= 'f')
}

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

func validNumber(data []byte, at int) (int, bool) {
	if data[at] == '-' {
		at++
	}
	start := at
	if at = skipDigits(data, at); at == start || (data[start] == '0' && at > start+1) {
		return at, false
	}
	if at < len(data) && data[at] == '.' {
		start = at + 1
		if at = skipDigits(data, start); at == start {
			return at, false
		}
	}
	if at < len(data) && data[at]|0x20 == 'e' {
		if at++; at < len(data) && (data[at] == '+' || data[at] == '-') {
			at++
		}
		start = at
		at = skipDigits(data, at)
		return at, at > start
	}
	return at, true
}

func skipDigits(data []byte, at int) int {
	for at < len(data) && isDigit(data[at]) {
		at++
	}
	return at
}
