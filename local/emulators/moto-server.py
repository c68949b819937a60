# moto's server, with fixes that it needs as an emulated AWS for many callers at once. Started by moto.ts.

import threading

from moto import server
from moto.cloudformation import models as cloudformation
from moto.dynamodbstreams import models as streams
from moto.logs import models as logs
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

# moto refuses a template even for warnings of its linter; CloudFormation does not.
lint = cloudformation.validate_template_cfn_lint
cloudformation.validate_template_cfn_lint = lambda template: [
    match for match in lint(template) if match.rule.severity == "error"
]

# CloudFormation's ARN of a log group includes all of its streams.
get_attribute = logs.LogGroup.get_cfn_attribute
logs.LogGroup.get_cfn_attribute = lambda group, name: get_attribute(group, name) + ":*"

server.main()
