# Runs LocalStack without its image, with the DynamoDB Local of dynamodb-local.ts. localstack-python.ts starts this
# program.

import atexit
import os
import shutil
import signal
import sys
import threading
import uuid
from functools import partial

os.makedirs(os.environ["TMPDIR"], exist_ok=True)
atexit.register(shutil.rmtree, os.environ["FILESYSTEM_ROOT"], ignore_errors=True)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # until main() has its own

# LocalStack needs two features of a later Python version than it declares: threading.Lock as a type, and uuid5 of
# bytes.
make_lock = threading.Lock
make_id = uuid.uuid5


class Lock:
    def __new__(cls):
        return make_lock()


if not isinstance(threading.Lock, type):
    threading.Lock = Lock
uuid.uuid5 = lambda space, name: make_id(space, name if isinstance(name, str) else name.hex())

from localstack.runtime.main import main
from localstack.services.dynamodb.packages import DynamoDBLocalPackageInstaller
from localstack.services.dynamodb.server import DynamodbServer
from twisted.internet import endpoints

# The LocalStack image contains DynamoDB Local, Java 21 and an agent for tables with more than twenty indexes. Without
# the image LocalStack would download them.
java, *rest = os.environ["DYNAMODB_LOCAL_COMMAND"].split("\n")
command = [java, f"-Dparent={os.getpid()}", *rest]
DynamoDBLocalPackageInstaller.install = lambda installer, target=None: None
DynamoDBLocalPackageInstaller.get_java_env_vars = lambda installer: {}
DynamodbServer._create_shell_command = lambda server: [*command, str(server.port)]

if "lambda" in os.environ["SERVICES"].split(","):
    from localstack.services.lambda_.invocation.docker_runtime_executor import DockerRuntimeExecutor

    # Functions are only deployed. To run them, LocalStack would need Docker and a program that it downloads.
    DockerRuntimeExecutor.prepare_version = lambda version: None

# LocalStack ignores the address in GATEWAY_LISTEN and would listen on all interfaces.
endpoints.TCP4ServerEndpoint = partial(endpoints.TCP4ServerEndpoint, interface="127.0.0.1")

main()
