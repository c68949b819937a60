"""Receives webhooks: verifies each delivery, processes each event once, and answers immediately.

    WEBHOOK_SECRET=whsec_... PORT=4000 python3 examples/receive_webhook.py

Nothing but Python's standard library is needed. The signature is that of Standard Webhooks
(https://www.standardwebhooks.com).
"""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "4000"))
TOLERANCE_SECONDS = 300

# The ids of processed events. In production, store them in the transaction that processes the event.
taken = set()
# Two deliveries of the same event may arrive concurrently, each in its own thread.
taking = threading.Lock()


def is_genuine(headers, body):
    event_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if event_id is None or timestamp is None or signatures is None:
        return False
    # An old delivery may be a replay by an attacker.
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    # The signature covers the received bytes. Parsing and serialising the JSON again would change them.
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # For a day after a rotation there are two signatures. One valid signature is enough.
    return any(
        hmac.compare_digest(expected.encode(), given.encode()) for given in signatures.split(" ")
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            self.answer(401)
            return
        # A 2xx confirms the delivery. Do slow work after the answer.
        self.answer(204)
        event = json.loads(body)
        with taking:
            if event["id"] in taken:
                return
            taken.add(event["id"])
        print(event["type"], event["id"], flush=True)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    print(f"listening on http://localhost:{PORT}", flush=True)
    ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
