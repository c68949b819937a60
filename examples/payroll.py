"""Pays a payroll from a CSV file: sends the file, approves the batch, waits for its end, and writes the results next to
the file. With --retry it pays the unpaid lines of a batch again, without changes.

    python3 examples/payroll.py payroll.csv            with the credentials in .local/demo.json
    python3 examples/payroll.py --retry BATCH_ID

In a real company one person sends the file and another person approves it. In this example one client does both.
"""

import base64
import csv
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal

with open(os.environ.get("DEMO", ".local/demo.json"), encoding="utf-8") as file:
    DEMO = json.load(file)
OVER = ("FINISHED", "REFUSED", "CANCELLED", "EXPIRED")
UNPAID = ("failed", "cancelled", "not_started")


def request(method, path, body=None, headers=None):
    """Returns the answer's text. After no answer, a 500 or a 503 the outcome is unknown, so the call is repeated."""
    asked = urllib.request.Request(DEMO["base_url"] + path, data=body, headers=headers or {}, method=method)
    for attempt in range(6):
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refusal:
            if refusal.code < 500:
                raise SystemExit(f"{refusal.code} {refusal.read().decode()}")
        except OSError:
            pass
        time.sleep(2**attempt)
    raise SystemExit("no answer: run the same command again, with the same file")


def fetch_token():
    credentials = f"{DEMO['client_id']}:{DEMO['client_secret']}".encode()
    headers = {"authorization": "Basic " + base64.b64encode(credentials).decode()}
    return json.loads(request("POST", "/oauth2/token", b"grant_type=client_credentials", headers))["access_token"]


# A token is valid for an hour, which is longer than a batch of 5,000 lines takes.
TOKEN = fetch_token()


def get(path, accept="application/json"):
    return request("GET", path, headers={"authorization": "Bearer " + TOKEN, "accept": accept})


def post(path, body, **more):
    headers = {
        "authorization": "Bearer " + TOKEN,
        "hmac": hmac.new(DEMO["hmac_secret"].encode(), body, hashlib.sha256).hexdigest(),
        "content-type": "application/json",
        **{name.replace("_", "-"): value for name, value in more.items()},
    }
    return json.loads(request("POST", path, body, headers))


def send_file(name):
    with open(name, "rb") as file:
        body = file.read()
    rows = list(csv.DictReader(body.decode("utf-8-sig").splitlines()))
    total = sum((Decimal(row["amount"]) for row in rows), Decimal(0))
    totals = urllib.parse.urlencode({"total_lines": len(rows), "total_amount": total, "name": os.path.basename(name)})
    # The idempotency key is derived from the file, so that sending the same file again does not make a second batch.
    key = uuid.UUID(bytes=hashlib.sha256(body).digest()[:16], version=4)
    return post(f"/v3/batches?{totals}", body, content_type="text/csv; charset=utf-8", idempotency_key=str(key))


def retry(batch_id):
    counts = json.loads(get(f"/v3/batches/{batch_id}"))["counts"]
    total = sum((Decimal(str(counts[state]["amount"])) for state in UNPAID), Decimal(0))
    content = {
        "id": batch_id,
        "total_lines": sum(counts[state]["lines"] for state in UNPAID),
        "total_amount": str(total),
    }
    # A batch has one retry at a time, so the idempotency key of the retry can be derived from the batch's id.
    key = uuid.UUID(bytes=hashlib.sha256(batch_id.encode()).digest()[:16], version=4)
    return post(f"/v3/batches/{batch_id}/retry", json.dumps(content).encode(), idempotency_key=str(key))


def until(batch_id, is_wanted):
    """Prints the batch whenever its counts change, until it has the wanted status."""
    told = None
    while True:
        batch = json.loads(get(f"/v3/batches/{batch_id}"))
        counts = [f"{at['lines']} {state}" for state, at in batch["counts"].items() if at["lines"]]
        now = f"{batch['status']}: {', '.join(counts)}"
        if now != told:
            print(now, flush=True)
        told = now
        if is_wanted(batch):
            return batch
        time.sleep(1)


def pay(batch, results):
    print(f"sent: {batch['total_lines']} lines, {batch['total_amount']} reais, as {batch['id']}")
    if batch["same_lines_as"]:
        print(f"CHECK: the batch {batch['same_lines_as']} pays the same")
    path = f"/v3/batches/{batch['id']}"
    waiting = until(batch["id"], lambda one: one["status"] != "JUDGING")
    if waiting["status"] == "AWAITING_APPROVAL":
        content = {"id": batch["id"], "content_digest": waiting["content_digest"]}
        post(f"{path}/approve", json.dumps(content).encode())
    over = until(
        batch["id"],
        lambda one: one["status"] in OVER
        or (one["status"] == "PAUSED" and one["counts"]["processing"]["lines"] == 0),
    )
    if over["paused"]:
        print(f"paused: {over['paused']['reason']}")
    with open(results, "w", encoding="utf-8", newline="") as file:
        file.write(get(f"{path}/lines", "text/csv"))
    print(f"results: {results}")
    return over["counts"]["paid"]["lines"] == over["total_lines"]


if sys.argv[1:2] == ["--retry"]:
    made = retry(sys.argv[2])
    is_paid = pay(made, f"{sys.argv[2]}-retried.csv")
else:
    given = sys.argv[1] if len(sys.argv) > 1 else "payroll.csv"
    is_paid = pay(send_file(given), os.path.splitext(given)[0] + "-results.csv")
raise SystemExit(0 if is_paid else 1)
