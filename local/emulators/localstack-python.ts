// Starts LocalStack from PyPI, without Docker. Its tables are in the DynamoDB Local of dynamodb-local.ts. All data is
// in memory.

import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { installPrograms, pinnedVersion } from '../python-programs.ts';
import { dynamoDbLocal } from './dynamodb-local.ts';
import { type Emulator, emulatorsFolder, fileBeside, type Say, startServer } from './program.ts';

const requirements = fileBeside('localstack-requirements.txt');
const version = pinnedVersion(requirements, 'localstack-core');
const environment = join(emulatorsFolder, `localstack-core-${version}`);
const mend =
  'Python 3.11 or later with pip and venv is needed, and its package index. With Docker, --docker needs neither.';

const tablesAndQueues = 'dynamodb,dynamodbstreams,sqs,s3';
/** The services that LocalStack starts for a deployment, as in docker-compose.yml. */
export const services = `${tablesAndQueues},sns,secretsmanager,kms,cloudformation,iam,sts,lambda,logs,events,cloudwatch,ssm`;

export type Options = {
  port: number;
  /** Whether a stack is deployed to LocalStack, which needs more services than tables and queues. */
  isDeployedTo?: boolean;
  say: Say;
};

export async function startLocalstackByPython(options: Options): Promise<Emulator> {
  const { port, isDeployedTo = false, say } = options;
  const name = `LocalStack ${version}`;
  const bin = await installPrograms({ name, folder: environment, requirements, mend, say });
  const dynamo = await dynamoDbLocal(say);
  const address = `127.0.0.1:${port}`;
  say(`starting ${name} on ${address}, with ${dynamo.name} ...`);
  // LocalStack deletes the content of its folder at its start, so each instance has its own folder.
  // localstack-server.py creates the folder and removes it at the end.
  const folder = join(emulatorsFolder, `localstack-at-${port}`);
  const settings = {
    GATEWAY_LISTEN: address,
    LOCALSTACK_HOST: address,
    SERVICES: isDeployedTo ? services : tablesAndQueues,
    // LocalStack listens only after all services are loaded, so that the first call does not have to wait for them.
    EAGER_SERVICE_LOADING: '1',
    // Streams come from DynamoDB Local. Otherwise LocalStack would download an emulated Kinesis.
    PROVIDER_OVERRIDE_DYNAMODB: 'v2',
    DYNAMODB_LOCAL_COMMAND: dynamo.command.join('\n'),
    DYNAMODB_LOCAL_PORT: String(await freePort()),
    // Without this setting, the URL of a queue contains a host name that this machine may not be able to resolve.
    SQS_ENDPOINT_STRATEGY: 'path',
    // These settings switch off LocalStack's own name server and its calls to its vendor.
    DNS_ADDRESS: '0',
    DISABLE_EVENTS: '1',
    SKIP_SSL_CERT_DOWNLOAD: '1',
    LS_LOG: 'warn',
    FILESYSTEM_ROOT: folder,
    CONFIG_DIR: join(folder, 'configuration'),
    TMPDIR: join(folder, 'temporary'),
    // Without this setting, LocalStack's own AWS clients would read the profile.
    AWS_PROFILE: undefined,
  };
  const server = await startServer(
    name,
    join(bin, 'python'),
    [fileBeside('localstack-server.py')],
    port,
    settings,
  );
  return { name, environment: { AWS_ENDPOINT_URL: `http://${address}` }, ...server };
}
