// DynamoDB Local, AWS's own, from Maven Central: tables and streams, in memory. It listens on all interfaces,
// since it has no option to choose one.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Emulator, emulatorsFolder, runToEnd, type Say, startServer } from './program.ts';

const project = fileURLToPath(new URL('dynamodb-local.xml', import.meta.url));
const version = /<version>([\d.]{3,})<\/version>/.exec(readFileSync(project, 'utf8'))?.[1];
const folder = join(emulatorsFolder, `dynamodb-local-${version}`);
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';

export async function startDynamoDbLocal({ port, say }: { port: number; say: Say }): Promise<Emulator> {
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    say(`fetching DynamoDB Local ${version} (once, about a minute) ...`);
    const mend = 'Java 17 or later and Maven are needed, and Maven Central.';
    await runToEnd('mvn', ['-q', '-B', '-f', project, copy, `-DoutputDirectory=${folder}`], mend);
    writeFileSync(stamp, '');
  }
  const name = `DynamoDB Local ${version}`;
  say(`starting ${name} on port ${port} ...`);
  // One database for all credentials and regions; no telemetry to AWS.
  const flags = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const java = [`-Djava.library.path=${folder}`, '-cp', join(folder, '*'), main];
  const server = await startServer(name, 'java', [...java, ...flags], port);
  const url = `http://127.0.0.1:${port}`;
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: url };
  return { name, environment, ...server };
}
