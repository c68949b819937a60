#!/bin/sh
# Sends a cashout of 1.23 with curl and openssl: a token, a signature, a key, and the same call again if nobody answers.
#
#   sh examples/cashout.sh                    with the credentials in .local/demo.json
#   DEMO=other.json sh examples/cashout.sh    with those of another client
set -eu

DEMO=${DEMO:-.local/demo.json}
demo() { sed -n "s/^ *\"$1\": \"\(.*\)\",*$/\1/p" "$DEMO" | head -n 1; }
URL=$(demo base_url)

TOKEN=$(curl -sS --fail -u "$(demo client_id):$(demo client_secret)" -d grant_type=client_credentials "$URL/oauth2/token" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

# One key per payout. Keep it before the first try: with it, every try is the same payout.
KEY=$(openssl rand -hex 16 | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\)$/\1-\2-4\3-a\4-\5/')

# The signature is over these very bytes, so they are written once.
BODY='{"source_account_branch_identifier":"'$(demo source_account_branch_identifier)'","source_account_number":"'$(demo source_account_number)'","amount":"1.23","key":"fulano@example.com","tag":"from curl"}'
HMAC=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$(demo hmac_secret)" | sed 's/.* //')

# No answer, 500 and 503 leave the outcome unknown: the same call with the same key finds it out. curl repeats it for those.
curl -sS --retry 5 --retry-all-errors --retry-max-time 60 --max-time 30 "$URL/create-cashout-self-approve" \
  -H "authorization: Bearer $TOKEN" -H "hmac: $HMAC" -H "idempotency-key: $KEY" \
  -H 'content-type: application/json' -d "$BODY"
echo
