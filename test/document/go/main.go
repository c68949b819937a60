// Sends the largest amount to the service and the largest id to a simulated server, through the generated client, and
// prints the values that come back.
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"pix-cashout-document/pix"
)

// Adds the token, and the HMAC of exactly the bytes that are sent.
func sign(_ context.Context, request *http.Request) error {
	var body []byte
	if request.Body != nil {
		read, err := io.ReadAll(request.Body)
		if err != nil {
			return err
		}
		body = read
		request.Body = io.NopCloser(bytes.NewReader(body))
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("HMAC_SECRET")))
	mac.Write(body)
	request.Header.Set("hmac", hex.EncodeToString(mac.Sum(nil)))
	request.Header.Set("authorization", "Bearer "+os.Getenv("TOKEN"))
	return nil
}

func open(url string) *pix.ClientWithResponses {
	client, err := pix.NewClientWithResponses(url, pix.WithRequestEditorFn(sign))
	must(err)
	return client
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func found[Answer any](answer *Answer, body []byte) *Answer {
	if answer == nil {
		fmt.Fprintln(os.Stderr, string(body))
		os.Exit(1)
	}
	return answer
}

func create(client *pix.ClientWithResponses, fill func(*pix.Amount) error) *pix.Cashout {
	var amount pix.Amount
	must(fill(&amount))
	answer, err := client.CreateCashoutWithResponse(context.Background(), nil, pix.CreateCashout{
		SourceAccountBranchIdentifier: os.Getenv("BRANCH"),
		SourceAccountNumber:           os.Getenv("NUMBER"),
		Amount:                        amount,
		Key:                           "fulano@example.com",
	})
	must(err)
	return found(answer.JSON200, answer.Body)
}

// Returns the event of a cashout, as soon as the feed contains it.
func eventOf(service *pix.ClientWithResponses, id int64) pix.CashoutEvent {
	for tries := 0; tries < 300; tries++ {
		page, err := service.ListEventsWithResponse(context.Background(), &pix.ListEventsParams{
			SourceAccountBranchIdentifier: os.Getenv("BRANCH"),
			SourceAccountNumber:           os.Getenv("NUMBER"),
		})
		must(err)
		for _, one := range found(page.JSON200, page.Body).Results {
			value, err := one.ValueByDiscriminator()
			must(err)
			if event, isCashout := value.(pix.CashoutEvent); isCashout && event.Data.Id == id {
				return event
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	panic("the feed does not have the event")
}

func main() {
	background := context.Background()
	amount, err := strconv.ParseFloat(os.Getenv("AMOUNT"), 64)
	must(err)
	id, err := strconv.ParseInt(os.Getenv("ID"), 10, 64)
	must(err)

	service := open(os.Getenv("SERVICE"))
	asText := create(service, func(one *pix.Amount) error { return one.FromAmount0(os.Getenv("AMOUNT")) })
	asNumber := create(service, func(one *pix.Amount) error { return one.FromAmount1(amount) })
	again, err := service.GetCashoutWithResponse(background, asText.Id)
	must(err)
	event := eventOf(service, asText.Id)

	server := open(os.Getenv("SERVER"))
	far, err := server.GetCashoutWithResponse(background, id)
	must(err)
	approved, err := server.ApproveCashoutWithResponse(background, pix.ApproveCashout{Id: id})
	must(err)

	text := func(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }
	must(json.NewEncoder(os.Stdout).Encode(map[string]string{
		"amount sent as text":   text(asText.Amount),
		"amount sent as number": text(asNumber.Amount),
		"amount read again":     text(found(again.JSON200, again.Body).Amount),
		"amount of the event":   text(event.Data.Amount),
		"event":                 string(event.Type),
		"amount beside the id":  text(found(far.JSON200, far.Body).Amount),
		"id":                    strconv.FormatInt(far.JSON200.Id, 10),
		"id sent":               strconv.FormatInt(found(approved.JSON200, approved.Body).Id, 10),
	}))
}
