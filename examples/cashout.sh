#!/bin/sh
# Sends a cashout of 1.23 with curl and openssl. Gets a token, signs the request, sends an idempotency key, and repeats
# the call if there is no answer.
#
#   sh examples/cashout.sh                    with the credentials in .local/demo.json
#   DEMO=other.json sh examples/cashout.sh    with the credentials of another client
set -eu

DEMO=${DEMO:-.local/demo.json}
demo() { sed -n "s/^ *\"$1\": \"\(.*\)\",*$/\1/p" "$DEMO" | head -n 1; }
URL=$(demo base_url)

TOKEN=$(curl -sS --fail -u "$(demo client_id):$(demo client_secret)" -d grant_type=client_credentials "$URL/oauth2/token" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

# Use one key per payout, and store it before the first try. With the same key, all tries are one payout.
KEY=$(openssl rand -hex 16 | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\)$/\1-\2-4\3-a\4-\5/')

# The signature covers exactly these bytes, so the body is written once.
BODY='{"source_account_branch_identifier":"'$(demo source_account_branch_identifier)'","source_account_number":"'$(demo source_account_number)'","amount":"1.23","key":"fulano@example.com","tag":"from curl"}'
HMAC=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$(demo hmac_secret)" | sed 's/.* //')

# After no answer, a 500 or a 503 the outcome is unknown. curl then repeats the same call with the same key to learn it.
curl -sS --retry 5 --retry-all-errors --retry-max-time 60 --max-time 30 "$URL/create-cashout-self-approve" \
  -H "authorization: Bearer $TOKEN" -H "hmac: $HMAC" -H "idempotency-key: $KEY" \
  -H 'content-type: application/json' -d "$BODY"
echo
