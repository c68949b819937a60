"""Verifies the signature of a receipt offline, and prints the receipt's content:

    python3 examples/verify_receipt.py jwks.json receipt.jws https://api.example.com

The last argument is the address of the institution that should have made the payment. Needs PyJWT with cryptography:
pip install "pyjwt[crypto]"
"""

import json
import sys
from datetime import datetime, timezone

import jwt


def verify(keys, receipt, issuer):
    header = jwt.get_unverified_header(receipt)
    # Without this check, an access token of the same institution would be accepted as a receipt.
    if header.get("typ") != "receipt+jwt":
        raise jwt.InvalidTokenError("it is no receipt")
    claims = jwt.decode(
        receipt,
        jwt.PyJWKSet.from_dict(keys)[header["kid"]].key,
        algorithms=["ES256"],
        audience="pix-receipt",
        issuer=issuer,
        options={"require": ["iat", "iss", "aud", "receipt"]},
    )
    as_of = datetime.fromtimestamp(claims["iat"], timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return {"as_of": as_of, **claims["receipt"]}


if __name__ == "__main__":
    key_file, receipt_file, issuer = sys.argv[1:]
    with open(key_file, encoding="utf-8") as file:
        keys = json.load(file)
    with open(receipt_file, encoding="utf-8") as file:
        receipt = file.read().strip()
    try:
        print(json.dumps(verify(keys, receipt, issuer)))
    except (jwt.PyJWTError, KeyError) as error:
        print("not genuine:", error)
        sys.exit(1)
