# Prints, as JSON, what parliament finds in the IAM policies of a folder. Its own command would leave a log in the
# machine's temporary folder, under a name that is not its own.

import json
import pathlib
import sys

import parliament

community = pathlib.Path(parliament.__file__).parent / "community_auditors/config_override.yaml"
parliament.override_config(community)

findings = []
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    policy = parliament.analyze_policy_string(file.read_text(), file.name, include_community_auditors=True)
    for finding in map(parliament.enhance_finding, policy.findings):
        told = {name: getattr(finding, name) for name in ("issue", "title", "detail", "location")}
        findings.append({"policy": file.name, **told})

print(json.dumps({"kinds": len(parliament.config), "findings": findings}))
