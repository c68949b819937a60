# Runs moto's server with the fixes that an emulated AWS needs for many concurrent callers. moto.ts starts this program.

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
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler
from moto.dynamodbstreams import models as streams
from moto.iam import models as iam
from moto.logs import models as logs
from moto.secretsmanager import secretsmanager_backends
from moto.sqs import models as sqs

# moto's tables and queues are plain lists and dictionaries, which are not safe under concurrent calls: messages are
# lost, and a failed transaction undoes the writes of others. So the server processes one call at a time. Only a long
# poll waits without blocking other calls.
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

# A failed transaction replaces the tables with copies. Without this fix, a stream reader would continue with the old
# copy.
get_records = streams.ShardIterator.get


def get_records_of_table(iterator, limit=1000):
    table = iterator.stream_shard.table.name
    iterator.stream_shard = iterator.streams_backend.dynamodb.tables[table].stream_shard
    return get_records(iterator, limit)


streams.ShardIterator.get = get_records_of_table

# moto restores a table to its current rows, whatever the requested second. With this fix a table gets its rows at the
# start of that second: the first call of each second copies the rows of every table with point-in-time recovery.
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

# The latest restorable time is the current time here. On AWS it is about five minutes ago.
describe_backups = dynamodb.DynamoDBBackend.describe_continuous_backups


def describe_until_now(backend, table_name):
    backups = describe_backups(backend, table_name)
    recovery = backups["PointInTimeRecoveryDescription"]
    if "LatestRestorableDateTime" in recovery:
        recovery["LatestRestorableDateTime"] = time.time()
    return backups


dynamodb.DynamoDBBackend.describe_continuous_backups = describe_until_now

# moto refuses a template even for warnings of its linter. CloudFormation does not.
lint = cloudformation.validate_template_cfn_lint
cloudformation.validate_template_cfn_lint = lambda template: [
    match for match in lint(template) if match.rule.severity == "error"
]

# A stack that is created by a change set has no imports, exports or outputs in moto.
apply_changes = cloudformation.ChangeSet.apply


def apply_with_exports(change_set):
    stack = change_set.stack
    backend = cloudformation.cloudformation_backends[stack.account_id][stack.region_name]
    stack.resource_map.cross_stack_resources = backend.exports
    apply_changes(change_set)
    stack.template_dict = change_set.template_dict
    stack.output_map = stack._create_output_map()
    # Resources that moto's CloudFormation does not support are exported by their names.
    for export in stack.exports:
        value = export.value or export.name
        backend.exports[export.name] = cloudformation.Export(stack.stack_id, export.name, value)


cloudformation.ChangeSet.apply = apply_with_exports

# A nested stack needs the id of the API, which moto's CloudFormation does not support, so the id may be arbitrary.
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

# A resource with a retain policy stays when its stack is deleted.
delete_resource = parsing.ResourceMap._delete_resource


def delete_unless_retained(resources, resource, resource_json):
    if not resource_json.get("DeletionPolicy", "").startswith("Retain"):
        delete_resource(resources, resource, resource_json)


parsing.ResourceMap._delete_resource = delete_unless_retained


# CloudFormation does not miss a queue that somebody has deleted.
delete_queue = sqs.Queue.delete_from_cloudformation_json.__func__


def delete_queue_if_there(cls, resource_name, cloudformation_json, account_id, region_name):
    try:
        delete_queue(cls, resource_name, cloudformation_json, account_id, region_name)
    except sqs.QueueDoesNotExist:
        pass


sqs.Queue.delete_from_cloudformation_json = classmethod(delete_queue_if_there)

# moto's CloudFormation does not delete managed policies.


def delete_policy(cls, resource_name, cloudformation_json, account_id, region_name):
    iam.iam_backends[account_id][cloudformation.get_partition(region_name)].delete_policy(resource_name)


iam.ManagedPolicy.delete_from_cloudformation_json = classmethod(delete_policy)


class Secret(CloudFormationModel):
    """A secret without a value. moto's CloudFormation does not support this resource."""

    # moto finds the service of a class by its module name.
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


# A version has an ARN, and a number to which an alias can point.
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
    """An alias of a function. moto's CloudFormation does not support this resource."""

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


# moto returns a mapping's version in place of the alias with which it was created.
create_mapping = awslambda.LambdaBackend.create_event_source_mapping


def create_mapping_of_alias(backend, spec):
    mapping = create_mapping(backend, spec)
    mapping.function_arn = spec["FunctionName"]
    return mapping


awslambda.LambdaBackend.create_event_source_mapping = create_mapping_of_alias

# moto's CloudFormation ignores every change of a table. CloudFormation adds an index by a call of UpdateTable.


def update_table(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
    properties = cloudformation_json["Properties"]
    known = [index.name for index in original_resource.global_indexes]
    added = [index for index in properties.get("GlobalSecondaryIndexes", []) if index["IndexName"] not in known]
    dynamodb.dynamodb_backends[account_id][region_name].update_table(
        original_resource.name,
        attr_definitions=properties["AttributeDefinitions"],
        global_index=[{"Create": index} for index in added],
        throughput=None,
        billing_mode=None,
        stream_spec=None,
        deletion_protection_enabled=None,
        warm_throughput=None,
    )
    return original_resource


Table.update_from_cloudformation_json = classmethod(update_table)

# moto creates a nested stack anew where CloudFormation changes it. A log group with a retain policy exists then.
create_log_group = logs.LogGroup.create_from_cloudformation_json.__func__


def create_unless_retained(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
    groups = logs.logs_backends[account_id][region_name].groups
    known = groups.get(cloudformation_json["Properties"].get("LogGroupName"))
    return known or create_log_group(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs)


logs.LogGroup.create_from_cloudformation_json = classmethod(create_unless_retained)

# In CloudFormation the ARN of a log group includes all of its streams.
get_attribute = logs.LogGroup.get_cfn_attribute
logs.LogGroup.get_cfn_attribute = lambda group, name: get_attribute(group, name) + ":*"

server.main()
