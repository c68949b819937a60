"""Hooks of schemathesis: the signing of calls, the existing account, and the rules that no schema can express."""

import datetime
import functools
import hashlib
import hmac
import itertools
import json
import os
import re
import urllib.parse
import urllib.request

import schemathesis
from requests.auth import AuthBase
from schemathesis.specs.openapi.checks import negative_data_rejection

BASE = os.environ["SERVICE"]
with open(os.environ["DEMO"], encoding="utf-8") as file:
    DEMO = json.load(file)
ACCOUNT = DEMO["accounts"][0]
SANDBOX_KEY = "local"
NETWORK_SECRET = "local-network-callback"


def ask(path, body, headers):
    request = urllib.request.Request(BASE + path, body, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


DOCUMENT = ask("/openapi.json", None, {})


def resolved(part):
    while "$ref" in part:
        steps = part["$ref"].removeprefix("#/").split("/")
        part = functools.reduce(lambda node, step: node[step], steps, DOCUMENT)
    return part


def said_of(operation, field):
    """Returns the description of a field in the document, as a parameter or in the body."""
    described = DOCUMENT["paths"][operation.path][operation.method]
    parameters = [resolved(one) for one in described.get("parameters", [])]
    bodies = described.get("requestBody", {"content": {}})["content"].values()
    properties = [resolved(one["schema"]).get("properties", {}).get(field, {}) for one in bodies]
    named = [one for one in parameters if one["name"] == field]
    return " ".join(one.get("description", "") for one in (*named, *properties))


def token_of(client):
    form = {"grant_type": "client_credentials"} | {name: client[name] for name in ("client_id", "client_secret")}
    return ask("/oauth2/token", urllib.parse.urlencode(form).encode(), {})["access_token"]


def digest(secret, body):
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def open_client(audience):
    wanted = json.dumps({"company_id": DEMO["company_id"], "audience": audience}).encode()
    client = ask("/sandbox/clients", wanted, {"x-sandbox-key": SANDBOX_KEY})
    return client | {"token": token_of(client)}


# The clients take turns, because each one has a limit of requests per second.
CLIENTS = itertools.cycle([open_client("api") for _ in range(4)])
# Only web clients may make these calls.
WEB = open_client("web")


class Signature(AuthBase):
    """Signs exactly the bytes that are sent, as the operation requires."""

    def __call__(self, request):
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body
        path = urllib.parse.urlsplit(request.url).path
        if path.startswith("/oauth2/"):
            return request
        if path.startswith("/sandbox/"):
            request.headers["x-sandbox-key"] = SANDBOX_KEY
            return request
        client = WEB if path == "/create-manual-transfer" else next(CLIENTS)
        secret = NETWORK_SECRET if path.startswith("/network/") else client["hmac_secret"]
        request.headers["authorization"] = f"Bearer {client['token']}"
        # The request to diagnose a signature keeps the signature of its test case.
        if path != "/v3/doctor/hmac":
            request.headers["hmac"] = digest(secret, body)
        return request


schemathesis.auth.set_from_requests(Signature())


def cashout():
    body = json.dumps(
        {
            "source_account_branch_identifier": ACCOUNT["source_account_branch_identifier"],
            "source_account_number": ACCOUNT["source_account_number"],
            "amount": "1.00",
            "key": "fulano@example.com",
        }
    ).encode()
    client = next(CLIENTS)
    headers = {"authorization": f"Bearer {client['token']}", "hmac": digest(client["hmac_secret"], body)}
    return ask("/create-cashout", body, headers)["id"]


CASHOUT = cashout()
QR_CODE = DEMO["qr_codes"][0]["qr_code_id"]

# Well-formed random values are replaced by existing accounts, codes and companies, and by numbers with valid check
# digits, because a schema cannot express these rules. Malformed values are kept, and must be refused.
KNOWN = [
    (r"source_account_branch_identifier|branch", r"[0-9]{4}", ACCOUNT["source_account_branch_identifier"]),
    (r"source_account_number|number", r"[0-9]{1,20}", ACCOUNT["source_account_number"]),
    (r"recipient_legal_id", r"[0-9A-Z]{12}[0-9]{2}", "12ABC34501DE35"),
    (r"legal_id", r"(?=.*[A-Z])[0-9A-Z]{12}[0-9]{2}", "12ABC34501DE35"),
    (r"recipient_legal_id|legal_id", r"([0-9]{11}|[0-9]{14})", "12345678909"),
    (r"company_id", r"[0-9a-f-]{36}", DEMO["company_id"]),
    (r"qr_code_id", r"[1-9][0-9]*", QR_CODE),
]
CASHOUT_PATH = "/v3/cashouts/{id}"
# JSON Schema accepts 5.0 as an integer, but the contract does not.
INTEGERS = {"id", "qr_code_id", "transaction_id", "transaction_depth", "accounts"}
# Calls to these paths keep their random values, because a closed account would be missing in all later cases.
UNTOUCHED = {"/sandbox/accounts/close"}


def known(values):
    if not isinstance(values, dict):
        return values
    for name, value in values.items():
        if name in INTEGERS and isinstance(value, float) and value.is_integer():
            values[name] = value = int(value)
        for names, form, ours in KNOWN:
            isPlain = isinstance(value, (str, int)) and not isinstance(value, bool)
            if re.fullmatch(names, name) and isPlain and re.fullmatch(form, str(value), re.ASCII):
                isRange = not isinstance(value, int) or value <= 2**53 - 1
                values[name] = type(value)(ours) if isRange else value
        if isinstance(value, dict):
            known(value)
        if isinstance(value, list):
            for item in value:
                known(item)
    return values


STARTS_ON = (datetime.date.today() + datetime.timedelta(days=30)).isoformat()
START = re.compile(DOCUMENT["components"]["schemas"]["CreateCashout"]["properties"]["scheduled_for"]["pattern"])
# The signed body must repeat the id of the path.
TWICE = {("/v3/cashouts/{id}/reject", "id"), ("/api/webhooks/{webhook_id}", "webhook_id")}


def let_through(case):
    """Corrects two fields that are wrong in nearly every random case: a past date, and an id other than the path's."""
    body = case.body
    if not isinstance(body, dict) or not isinstance(case.path_parameters, (dict, type(None))):
        return
    start = body.get("scheduled_for")
    if isinstance(start, str) and START.fullmatch(start):
        body["scheduled_for"] = STARTS_ON + start[10:]
    for path, name in TWICE:
        given = body.get(name)
        if case.operation.path == path and type(given) is int and 1 <= given <= 2**53 - 1:
            ours = str(case.path_parameters[name])
            body[name] = int(ours) if re.fullmatch(r"[1-9][0-9]{0,14}", ours, re.ASCII) else given


@schemathesis.hook
def before_call(_context, case, _kwargs):
    if case.operation.path in UNTOUCHED:
        return
    case.body = known(case.body)
    case.query = known(case.query)
    case.path_parameters = known(case.path_parameters)
    if case.operation.path == CASHOUT_PATH and re.fullmatch(r"[1-9][0-9]{0,15}", str(case.path_parameters["id"])):
        case.path_parameters["id"] = CASHOUT
    if case.meta is not None and case.meta.phase.name == "fuzzing":
        let_through(case)


def has_blank_optional(case):
    """Returns whether an optional parameter has an empty value. The service treats it as missing, as OpenAPI allows."""
    optional = {one.name for one in (*case.operation.query, *case.operation.headers) if not one.is_required}
    given = (*(case.query or {}).items(), *(case.headers or {}).items())
    return any(name in optional and str(value).strip() == "" for name, value in given)


# Some 422 answers are correct although the document allows the request. Each of them needs a sentence in the
# description of the field: for fields that are compared with each other or with the clock, and for other rules that a
# schema cannot express. All other 422 answers are faults of the document.
BEYOND_SCHEMAS = {
    ("end", "must not be before start"): "not before start",
    ("to", "must not be before the value of from"): "not before from",
    ("filter_end_date", "must not be before filter_start_date"): "not before filter_start_date",
    ("max_amount", "must not be less than min_amount"): "not less than min_amount",
    ("status", "must be NEW with awaiting"): "With awaiting it can only be NEW",
    ("order", "needs awaiting=approval"): "Only with awaiting=approval",
    ("cursor_direction", "must be next with order"): "With order it can only be next",
    ("code_transaction", "must be given alone"): "Only alone",
    ("end_to_end_id", "must be given alone"): "Only alone",
    ("receipt_code", "must be given alone"): "Only alone",
    ("source_account_branch_identifier", "is required"): "Required with the other parameter of the account",
    ("source_account_number", "is required"): "Required with the other parameter of the account",
    ("cursor_id", "is required with the other cursor parameters"): "Required with the other cursor parameters",
    ("cursor_datetime", "is required with the other cursor parameters"): "Required with the other cursor parameters",
    ("id", "must be that of the path"): "The id of the path",
    ("webhook_id", "must be that of the path"): "The id of the path",
    ("scheduled_for", "must be in the future; a day starts at 08:00 in São Paulo"): "in the future",
    ("scheduled_for", "must be at most 365 days ahead"): "At most a year ahead",
    ("scheduled_for", "must be left out with a dynamic code"): "Not with a dynamic code",
    ("month", "must have begun"): "must have begun",
    ("tag", "must be at most 1000 bytes"): "at most 1000 bytes",
    ("id", "is not the id of a case"): "The id of a case",
    ("url", "must name a public host"): "on a public host",
    ("amount", "must be the amount of the code"): "must be that of the code",
    ("amount", "is required: the code has no amount"): "left out if the code has an amount",
    ("qr_code_id", "give either this or end_to_end_id"): "Give either this or end_to_end_id",
    ("name", "must not be empty"): "Not blank",
    ("reason", "must not be empty"): "Not blank",
    ("approvals", "must have growing amounts and growing numbers"): "amounts and numbers growing",
    ("cashouts", "must be there once"): "each once",
}


def is_said(operation, field, message):
    # The description of a list also covers the fields of its items.
    listed = re.sub(r"\.\d+\..*", "", field)
    words = BEYOND_SCHEMAS.get((listed, message))
    return words is not None and words in said_of(operation, listed)


# The contract uses 400 for unknown ids and wrong states, which a schema cannot express.
ARGUED_STATUSES = {200, 400, 404, 409}
# Random credentials and one-time codes are wrong, so these paths may answer 401.
MAY_BE_UNAUTHORIZED = {"/oauth2/token", "/create-manual-transfer"}


@schemathesis.check
def what_the_document_forbids_is_refused(context, response, case):
    if not has_blank_optional(case):
        return negative_data_rejection(context, response, case)
    return None


@schemathesis.check
def what_the_document_allows_is_accepted(_context, response, case):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive:
        return
    status = response.status_code
    answer = response.json()
    if status == 422:
        faults = [(error["field"], error["message"]) for error in answer["errors"]]
        unargued = [fault for fault in faults if not is_said(case.operation, *fault)]
        assert not unargued, f"the document allows what is refused: {unargued}"
    elif status == 401:
        assert case.operation.path in MAY_BE_UNAUTHORIZED, "a signed call is not let in"
    elif status < 500:
        assert status in ARGUED_STATUSES, f"the run has met a {status}: {answer}"
        assert status == 200 or answer["message"] != "HMAC invalid", "the signature is wrong"
