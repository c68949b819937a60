// Verifies the signature of a receipt offline, and prints the receipt's content:
//
//	go run examples/verify_receipt.go jwks.json receipt.jws https://api.example.com
//
// The last argument is the address of the institution that should have made the payment. Needs only the standard
// library.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"
)

type key struct{ Kid, Kty, Crv, X, Y string }

func decode(text string) []byte {
	bytes, _ := base64.RawURLEncoding.Strict().DecodeString(text)
	return bytes
}

func verify(keys []key, receipt, issuer string) (string, error) {
	parts := strings.Split(receipt, ".")
	if len(parts) != 3 {
		return "", errors.New("it has not three parts")
	}
	var header struct{ Alg, Typ, Kid string }
	if json.Unmarshal(decode(parts[0]), &header) != nil {
		return "", errors.New("its header cannot be read")
	}
	// Without this check, an access token of the same institution would be accepted as a receipt.
	if header.Alg != "ES256" || header.Typ != "receipt+jwt" {
		return "", errors.New("it is no receipt")
	}
	signature := decode(parts[2])
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	isSigned := false
	for _, one := range keys {
		if one.Kid != header.Kid || one.Kty != "EC" || one.Crv != "P-256" || len(signature) != 64 {
			continue
		}
		public := ecdsa.PublicKey{
			Curve: elliptic.P256(),
			X:     new(big.Int).SetBytes(decode(one.X)),
			Y:     new(big.Int).SetBytes(decode(one.Y)),
		}
		r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
		isSigned = ecdsa.Verify(&public, digest[:], r, s)
	}
	if !isSigned {
		return "", errors.New("no published key has signed it")
	}
	var claims struct {
		Iss, Aud string
		Iat      int64
		Receipt  json.RawMessage
	}
	if json.Unmarshal(decode(parts[1]), &claims) != nil || len(claims.Receipt) < 2 {
		return "", errors.New("its claims cannot be read")
	}
	if claims.Iss != issuer || claims.Aud != "pix-receipt" {
		return "", errors.New("it is of another institution")
	}
	asOf := time.Unix(claims.Iat, 0).UTC().Format("2006-01-02T15:04:05.000Z")
	return fmt.Sprintf(`{"as_of":%q,%s`, asOf, bytes.TrimPrefix(claims.Receipt, []byte("{"))), nil
}

func main() {
	keyFile, err := os.ReadFile(os.Args[1])
	receipt, receiptErr := os.ReadFile(os.Args[2])
	var set struct{ Keys []key }
	if err != nil || receiptErr != nil || json.Unmarshal(keyFile, &set) != nil {
		fmt.Println("the files cannot be read")
		os.Exit(2)
	}
	shown, fault := verify(set.Keys, strings.TrimSpace(string(receipt)), os.Args[3])
	if fault != nil {
		fmt.Println("not genuine:", fault)
		os.Exit(1)
	}
	fmt.Println(shown)
}
