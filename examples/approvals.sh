#!/bin/sh
# Three people of one company use the API with curl and openssl. Ana creates twenty cashouts. Bruno lists them,
# approves eighteen in one call and rejects two in another. Carla may only create, so her approval is refused.
#
#   sh examples/approvals.sh                    while npm start runs, with the company in .local/demo.json
set -eu

DEMO=${DEMO:-.local/demo.json}
demo() { sed -n "s/^ *\"$1\": \"\(.*\)\",*$/\1/p" "$DEMO" | head -n 1; }
URL=$(demo base_url)
BRANCH=$(demo source_account_branch_identifier)
NUMBER=$(demo source_account_number)

# Prints the text of a field from the first JSON object that has this field.
text() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
count() { sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
ids() { grep -o '"id":[0-9]*' | sed 's/.*://'; }
# Prints the id and the content digest of each cashout in a list, one per line: {"id":…,"content_digest":"…"}
seen() { grep -oE '"id":[0-9]+|"content_digest":"[0-9a-f]+"' | paste -d, - - | sed 's/.*/{&}/'; }
list() { echo "{\"cashouts\":[$(paste -sd, -)]${1-}}"; }

# Opens a client with these permissions. In a real stage an operator does this with npm run admin -- client open.
open_client() {
  curl -sS --fail "$URL/sandbox/clients" -H 'x-sandbox-key: local' -H 'content-type: application/json' \
    -d '{"company_id":"'"$(demo company_id)"'","permissions":['"$1"']}'
}
token_of() {
  curl -sS --fail -u "$(echo "$1" | text client_id):$(echo "$1" | text client_secret)" \
    -d grant_type=client_credentials "$URL/oauth2/token" | text access_token
}
# post WHO PATH BODY: sends a signed request, and prints the answer.
post() {
  eval "secret=\$$1_SECRET token=\$$1_TOKEN"
  hmac=$(printf %s "$3" | openssl dgst -sha256 -hmac "$secret" | sed 's/.* //')
  curl -sS "$URL$2" -H "authorization: Bearer $token" -H "hmac: $hmac" -H 'content-type: application/json' -d "$3"
}
get() {
  eval "token=\$$1_TOKEN"
  curl -sS "$URL$2" -H "authorization: Bearer $token"
}

for person in ANA:'"CREATE"' BRUNO:'"APPROVE"' CARLA:'"CREATE"'; do
  client=$(open_client "${person#*:}")
  eval "${person%%:*}_SECRET=$(echo "$client" | text hmac_secret)" "${person%%:*}_TOKEN=$(token_of "$client")"
done

MORNING=$(date -u +%Y-%m-%dT%H:%M:%SZ)
for invoice in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  post ANA /create-cashout '{"source_account_branch_identifier":"'"$BRANCH"'","source_account_number":"'"$NUMBER"'","amount":"'$invoice'.00","key":"fulano@example.com","tag":"invoice '$invoice'"}' > /dev/null
done
echo "Ana has created 20 cashouts."

WAITING=$(get BRUNO "/v3/cashouts?awaiting=approval&from=$MORNING&limit=100" | seen)
echo "Bruno sees $(echo "$WAITING" | wc -l | tr -d ' ') that wait for him."

FIRST=$(echo "$WAITING" | head -n 1 | ids)
echo "Carla tries to approve one: $(post CARLA /approve-cashout '{"id":'"$FIRST"'}' | text detail)"

# The signed body has the digests that Bruno saw. If a cashout has changed since then, its row is refused.
APPROVED=$(post BRUNO /v3/cashouts/approve-many "$(echo "$WAITING" | head -n 18 | list)")
REFUSED=$(post BRUNO /v3/cashouts/reject-many "$(echo "$WAITING" | tail -n 2 | list ',"reason":"Paid already"')")
echo "Bruno has approved $(echo "$APPROVED" | count approved) and rejected $(echo "$REFUSED" | count rejected)."

# A worker pays the approved cashouts, most of them within a second.
for second in 1 2 3 4 5 6 7 8 9 10; do
  PAID=$(get ANA "/v3/cashouts?status=SUCCESS&from=$MORNING&limit=100" | ids | wc -l | tr -d ' ')
  [ "$PAID" -lt 18 ] || break
  sleep 1
done
REJECTED=$(get ANA "/v3/cashouts?status=CANCELLED&from=$MORNING")
WAIT=$(get BRUNO "/v3/cashouts?awaiting=approval&from=$MORNING" | ids | wc -l | tr -d ' ')
echo "Paid: $PAID. Cancelled: $(echo "$REJECTED" | ids | wc -l | tr -d ' '), with the reason '$(echo "$REJECTED" | text erro_descriptor)'. Still waiting: $WAIT."
echo "The balance: $(get ANA "/v3/accounts/$BRANCH/$NUMBER/balance")"
