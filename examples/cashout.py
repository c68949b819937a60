"""Sends a cashout of 1.23, using only Python's standard library. Gets a token, signs the request, sends an
idempotency key, and repeats the call if there is no answer.

    python3 examples/cashout.py                    with the credentials in .local/demo.json
    DEMO=other.json python3 examples/cashout.py    with the credentials of another client
"""

import base64
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request
import uuid

with open(os.environ.get("DEMO", ".local/demo.json"), encoding="utf-8") as file:
    DEMO = json.load(file)


def post(path, body, headers):
    request = urllib.request.Request(DEMO["base_url"] + path, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()


def fetch_token():
    credentials = f"{DEMO['client_id']}:{DEMO['client_secret']}".encode()
    headers = {"authorization": "Basic " + base64.b64encode(credentials).decode()}
    status, answer = post("/oauth2/token", b"grant_type=client_credentials", headers)
    if status != 200:
        raise SystemExit(f"no token: {status} {answer.decode()}")
    return json.loads(answer)["access_token"]


def send_cashout(content, key):
    # The signature covers exactly the bytes that are sent, so the body is serialised once.
    body = json.dumps(content).encode()
    headers = {
        "authorization": "Bearer " + fetch_token(),
        "hmac": hmac.new(DEMO["hmac_secret"].encode(), body, hashlib.sha256).hexdigest(),
        "idempotency-key": key,
        "content-type": "application/json",
    }
    # After no answer, a 500 or a 503 the outcome is unknown. Repeat the call with the same key to learn it.
    for attempt in range(5):
        try:
            status, answer = post("/create-cashout-self-approve", body, headers)
            if status < 500:
                return status, answer
        except OSError:
            pass
        time.sleep(2**attempt)
    raise SystemExit(f"still unknown: ask again later with the key {key}")


account = DEMO["accounts"][0]
# Use one key per payout, and store it before the first try. With the same key, all tries are one payout.
status, answer = send_cashout(
    {
        "source_account_branch_identifier": account["source_account_branch_identifier"],
        "source_account_number": account["source_account_number"],
        "amount": "1.23",
        "key": "fulano@example.com",
        "tag": "from Python",
    },
    str(uuid.uuid4()),
)
print(answer.decode())
raise SystemExit(0 if status == 200 else 1)
