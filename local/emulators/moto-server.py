# moto's server, with fixes that it needs as an emulated AWS for many callers at once. Started by moto.ts.

import copy
import json
import threading
import time

from moto import server
from moto.awslambda import models as awslambda
from moto.cloudformation import models as cloudformation
from moto.cloudformation import parsing
from moto.core.common_models import CloudFormationModel
from moto.dynamodb import models as dynamodb
from moto.dynamodb.responses import DynamoHandler
from moto.dynamodbstreams import models as streams
from moto.logs import models as logs
from moto.secretsmanager import secretsmanager_backends
from moto.sqs import models as sqs

# moto's tables and queues are plain lists and dictionaries: a message sent while another is deleted is lost,
# and a failed transaction undoes the writes of others. So it handles one call at a time; a long poll waits
# outside.
turn = threading.Lock()
run_simple = server.run_simple
wait_for_messages = sqs.Queue.wait_for_messages


def run_one_at_a_time(host, port, app, **options):
    def take_turns(environ, start_response):
        with turn:
            remember_second()
            return app(environ, start_response)

    run_simple(host, port, take_turns, **options)


def wait_outside(queue, timeout):
    turn.release()
    try:
        wait_for_messages(queue, timeout)
    finally:
        turn.acquire()


server.run_simple = run_one_at_a_time
sqs.Queue.wait_for_messages = wait_outside

# A failed transaction replaces the tables with copies, and a reader of a stream would go on with the old one.
get_records = streams.ShardIterator.get


def get_records_of_table(iterator, limit=1000):
    table = iterator.stream_shard.table.name
    iterator.stream_shard = iterator.streams_backend.dynamodb.tables[table].stream_shard
    return get_records(iterator, limit)


streams.ShardIterator.get = get_records_of_table

# moto restores a table to what it is now, whatever the second. Here it has what the table had at the start of that second:
# the first call of each second keeps the rows of every table with point-in-time recovery.
seconds = {}
last_second = 0


def has_recovery(table):
    return table.continuous_backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"


def remember_second():
    global last_second
    second = int(time.time())
    if second == last_second:
        return
    last_second = second
    for account in dynamodb.dynamodb_backends.values():
        for backend in account.values():
            for name, table in backend.tables.items():
                if has_recovery(table):
                    seconds.setdefault(name, []).append((second, copy.deepcopy(table.items)))


restore_as_now = DynamoHandler.restore_table_to_point_in_time


def restore_to_second(handler):
    source = handler.dynamodb_backend.tables[handler.body["SourceTableName"]]
    at = handler.body["RestoreDateTime"]
    answer = restore_as_now(handler)
    table = handler.dynamodb_backend.tables[handler.body["TargetTableName"]]
    kept = [rows for second, rows in seconds.get(source.name, []) if second >= at.timestamp()]
    if kept:
        table.items = copy.deepcopy(kept[0])
    table.restore_date_time = at
    table.sse_specification = handler.body.get("SSESpecificationOverride", source.sse_specification)
    return answer


DynamoHandler.restore_table_to_point_in_time = restore_to_second

# The last second that can be restored moves on; AWS is about five minutes behind.
describe_backups = dynamodb.DynamoDBBackend.describe_continuous_backups


def describe_until_now(backend, table_name):
    backups = describe_backups(backend, table_name)
    recovery = backups["PointInTimeRecoveryDescription"]
    if "LatestRestorableDateTime" in recovery:
        recovery["LatestRestorableDateTime"] = time.time()
    return backups


dynamodb.DynamoDBBackend.describe_continuous_backups = describe_until_now

# moto refuses a template even for warnings of its linter; CloudFormation does not.
lint = cloudformation.validate_template_cfn_lint
cloudformation.validate_template_cfn_lint = lambda template: [
    match for match in lint(template) if match.rule.severity == "error"
]

# A stack that a change set creates neither imports nor exports in moto, and has no outputs.
apply_changes = cloudformation.ChangeSet.apply


def apply_with_exports(change_set):
    stack = change_set.stack
    backend = cloudformation.cloudformation_backends[stack.account_id][stack.region_name]
    stack.resource_map.cross_stack_resources = backend.exports
    apply_changes(change_set)
    stack.template_dict = change_set.template_dict
    stack.output_map = stack._create_output_map()
    # What moto's CloudFormation does not have is exported by its name.
    for export in stack.exports:
        value = export.value or export.name
        backend.exports[export.name] = cloudformation.Export(stack.stack_id, export.name, value)


cloudformation.ChangeSet.apply = apply_with_exports

# A nested stack is given the API, which moto's CloudFormation does not have: any id will do.
create_nested = cloudformation.Stack.create_from_cloudformation_json.__func__


def create_with_parameters(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    properties = cloudformation_json["Properties"]
    body = cloudformation.get_stack_from_s3_url(
        properties["TemplateURL"], account_id, cloudformation.get_partition(region_name)
    )
    wanted = json.loads(body).get("Parameters", {})
    known = {name: f"{name}-is-not-emulated" for name in wanted}
    properties["Parameters"] = {**known, **properties.get("Parameters", {})}
    return create_nested(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)


cloudformation.Stack.create_from_cloudformation_json = classmethod(create_with_parameters)

# What a template retains stays when its stack goes.
delete_resource = parsing.ResourceMap._delete_resource


def delete_unless_retained(resources, resource, resource_json):
    if not resource_json.get("DeletionPolicy", "").startswith("Retain"):
        delete_resource(resources, resource, resource_json)


parsing.ResourceMap._delete_resource = delete_unless_retained


class Secret(CloudFormationModel):
    """An empty secret, which moto's CloudFormation does not have."""

    # moto tells by the module which service a class is of.
    __module__ = "moto.secretsmanager.models"

    def __init__(self, arn):
        self.arn = arn

    physical_resource_id = property(lambda secret: secret.arn)

    @staticmethod
    def cloudformation_type():
        return "AWS::SecretsManager::Secret"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json["Properties"]
        backend = secretsmanager_backends[account_id][region_name]
        key = properties.get("KmsKeyId")
        backend.create_secret(properties["Name"], None, None, None, None, key, None, [], False)
        return cls(backend.secrets[properties["Name"]].arn)


# A version has an ARN, and a number that an alias can be given.
awslambda.LambdaVersion.get_cfn_attribute = lambda version, name: str(version.version)
create_version = awslambda.LambdaVersion.create_from_cloudformation_json.__func__


def create_version_with_arn(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    version = create_version(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)
    function_name = cloudformation_json["Properties"]["FunctionName"]
    function = awslambda.lambda_backends[account_id][region_name].get_function(function_name)
    version.physical_resource_id = f"{function.function_arn}:{version.version}"
    return version


awslambda.LambdaVersion.create_from_cloudformation_json = classmethod(create_version_with_arn)


class Alias(CloudFormationModel):
    """An alias of a function, which moto's CloudFormation does not have."""

    __module__ = "moto.awslambda.models"

    def __init__(self, arn):
        self.physical_resource_id = arn

    physical_resource_id = None

    @staticmethod
    def cloudformation_type():
        return "AWS::Lambda::Alias"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json["Properties"]
        backend = awslambda.lambda_backends[account_id][region_name]
        name, function_name = properties["Name"], properties["FunctionName"]
        backend.create_alias(name, function_name, properties["FunctionVersion"], "", None)
        return cls(f"{backend.get_function(function_name).function_arn}:{name}")


# moto tells the version that the alias of a mapping was at, in place of the alias.
create_mapping = awslambda.LambdaBackend.create_event_source_mapping


def create_mapping_of_alias(backend, spec):
    mapping = create_mapping(backend, spec)
    mapping.function_arn = spec["FunctionName"]
    return mapping


awslambda.LambdaBackend.create_event_source_mapping = create_mapping_of_alias

# CloudFormation's ARN of a log group includes all of its streams.
get_attribute = logs.LogGroup.get_cfn_attribute
logs.LogGroup.get_cfn_attribute = lambda group, name: get_attribute(group, name) + ":*"

server.main()
