"""Makes the same calls as go/main.go, with the client that openapi-python-client generates."""

import hashlib
import hmac
import json
import os
import time

import httpx

from pix import Client
from pix.api.cashouts import approve_cashout, create_cashout, get_cashout
from pix.api.webhooks import list_events
from pix.models import ApproveCashout, Cashout, CashoutEvent, CreateCashout, EventPage


class Signature(httpx.Auth):
    """Adds the token, and the HMAC of exactly the bytes that are sent."""

    requires_request_body = True

    def auth_flow(self, request):
        secret = os.environ["HMAC_SECRET"].encode()
        request.headers["hmac"] = hmac.new(secret, request.content, hashlib.sha256).hexdigest()
        request.headers["authorization"] = f"Bearer {os.environ['TOKEN']}"
        yield request


def opened(url):
    return Client(base_url=url, httpx_args={"auth": Signature()}, raise_on_unexpected_status=True)


def of(kind, answer):
    if not isinstance(answer, kind):
        raise SystemExit(f"not a {kind.__name__}: {answer}")
    return answer


account = {
    "source_account_branch_identifier": os.environ["BRANCH"],
    "source_account_number": os.environ["NUMBER"],
}
service = opened(os.environ["SERVICE"])


def create(amount):
    body = CreateCashout(**account, amount=amount, key="fulano@example.com")
    return of(Cashout, create_cashout.sync(client=service, body=body))


as_text = create(os.environ["AMOUNT"])
as_number = create(float(os.environ["AMOUNT"]))
again = of(Cashout, get_cashout.sync(as_text.id, client=service))


def events_of(cashout):
    """Returns the events of a cashout, as soon as the feed contains them."""
    for _ in range(300):
        page = of(EventPage, list_events.sync(client=service, **account))
        events = [one for one in page.results if isinstance(one, CashoutEvent) and one.data.id == cashout.id]
        if events:
            return events
        time.sleep(0.1)
    raise SystemExit("the feed does not have the event")


events = events_of(as_text)

server = opened(os.environ["SERVER"])
far = of(Cashout, get_cashout.sync(int(os.environ["ID"]), client=server))
approved = of(Cashout, approve_cashout.sync(client=server, body=ApproveCashout(id=int(os.environ["ID"]))))

print(
    json.dumps(
        {
            "amount sent as text": repr(as_text.amount),
            "amount sent as number": repr(as_number.amount),
            "amount read again": repr(again.amount),
            "amount of the event": repr(events[0].data.amount),
            "event": str(events[0].type_),
            "amount beside the id": repr(far.amount),
            "id": repr(far.id),
            "id sent": repr(approved.id),
        }
    )
)
