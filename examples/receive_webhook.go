// Receives webhooks: verifies each delivery, processes each event once, and answers immediately.
//
//	WEBHOOK_SECRET=whsec_... PORT=4000 go run examples/receive_webhook.go
//
// Nothing but Go's standard library is needed. The signature is that of Standard Webhooks
// (https://www.standardwebhooks.com).
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const toleranceSeconds = 300

var digits = regexp.MustCompile(`^[0-9]+$`)

// The ids of processed events. In production, store them in the transaction that processes the event.
var taken sync.Map

func isGenuine(secret []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	if id == "" || !digits.MatchString(timestamp) {
		return false
	}
	// An old delivery may be a replay by an attacker.
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	age := time.Now().Unix() - seconds
	if age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	// The signature covers the received bytes. Parsing and serialising the JSON again would change them.
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// For a day after a rotation there are two signatures. One valid signature is enough.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal("WEBHOOK_SECRET: ", err)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	receive := func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(secret, request.Header, body) {
			answer.WriteHeader(http.StatusUnauthorized)
			return
		}
		// A 2xx confirms the delivery. Do slow work after the answer.
		answer.WriteHeader(http.StatusNoContent)
		var event struct{ ID, Type string }
		if json.Unmarshal(body, &event) != nil {
			return
		}
		if _, isKnown := taken.LoadOrStore(event.ID, true); !isKnown {
			fmt.Println(event.Type, event.ID)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://localhost:" + port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
