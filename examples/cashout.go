// Sends a cashout of 1.23, using only Go's standard library. Gets a token, signs the request, sends an idempotency
// key, and repeats the call if there is no answer.
//
//	go run examples/cashout.go                    with the credentials in .local/demo.json
//	DEMO=other.json go run examples/cashout.go    with the credentials of another client
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

type demo struct {
	BaseURL      string `json:"base_url"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	HmacSecret   string `json:"hmac_secret"`
	Accounts     []struct {
		Branch string `json:"source_account_branch_identifier"`
		Number string `json:"source_account_number"`
	} `json:"accounts"`
}

// Amounts are sent as text, because a float is not exact.
type cashout struct {
	Branch string `json:"source_account_branch_identifier"`
	Number string `json:"source_account_number"`
	Amount string `json:"amount"`
	Key    string `json:"key"`
	Tag    string `json:"tag"`
}

var client = http.Client{Timeout: 30 * time.Second}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	me, err := readDemo()
	if err != nil {
		return err
	}
	account := me.Accounts[0]
	content := cashout{account.Branch, account.Number, "1.23", "fulano@example.com", "from Go"}
	// Use one key per payout, and store it before the first try. With the same key, all tries are one payout.
	status, answer, err := sendCashout(me, content, newKey())
	if err != nil {
		return err
	}
	fmt.Println(string(answer))
	if status != http.StatusOK {
		return fmt.Errorf("refused: %d", status)
	}
	return nil
}

func readDemo() (demo, error) {
	path := os.Getenv("DEMO")
	if path == "" {
		path = ".local/demo.json"
	}
	var me demo
	text, err := os.ReadFile(path)
	if err != nil {
		return me, err
	}
	err = json.Unmarshal(text, &me)
	return me, err
}

func fetchToken(me demo) (string, error) {
	form := strings.NewReader("grant_type=client_credentials")
	request, err := http.NewRequest(http.MethodPost, me.BaseURL+"/oauth2/token", form)
	if err != nil {
		return "", err
	}
	request.SetBasicAuth(me.ClientID, me.ClientSecret)
	request.Header.Set("content-type", "application/x-www-form-urlencoded")
	status, answer, err := do(request)
	if err != nil {
		return "", err
	}
	if status != http.StatusOK {
		return "", fmt.Errorf("no token: %d %s", status, answer)
	}
	var token struct {
		AccessToken string `json:"access_token"`
	}
	err = json.Unmarshal(answer, &token)
	return token.AccessToken, err
}

func sendCashout(me demo, content cashout, key string) (int, []byte, error) {
	token, err := fetchToken(me)
	if err != nil {
		return 0, nil, err
	}
	// The signature covers exactly the bytes that are sent, so the body is serialised once.
	body, err := json.Marshal(content)
	if err != nil {
		return 0, nil, err
	}
	mac := hmac.New(sha256.New, []byte(me.HmacSecret))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))
	// After no answer, a 500 or a 503 the outcome is unknown. Repeat the call with the same key to learn it.
	for attempt := 0; attempt < 5; attempt++ {
		request, err := http.NewRequest(http.MethodPost, me.BaseURL+"/create-cashout-self-approve", bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		request.Header.Set("authorization", "Bearer "+token)
		request.Header.Set("hmac", signature)
		request.Header.Set("idempotency-key", key)
		request.Header.Set("content-type", "application/json")
		status, answer, err := do(request)
		if err == nil && status < 500 {
			return status, answer, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return 0, nil, fmt.Errorf("still unknown: ask again later with the key %s", key)
}

func do(request *http.Request) (int, []byte, error) {
	answer, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, body, err
}

// newKey returns a random UUID of version 4.
func newKey() string {
	var id [16]byte
	rand.Read(id[:])
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
