"""Reads a YAML file as YAML 1.1 with PyYAML, and prints it as JSON. Fails if PyYAML reads a value as a date or time."""

import json
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    json.dump(yaml.safe_load(file), sys.stdout, allow_nan=False)
