// Starts DynamoDB Local by AWS, from Maven Central. It provides tables and streams in memory.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Emulator, emulatorsFolder, fileBeside, runToEnd, type Say, startServer } from './program.ts';

const project = fileBeside('dynamodb-local.xml');
const version = /<version>([\d.]{3,})<\/version>/.exec(readFileSync(project, 'utf8'))?.[1];
const folder = join(emulatorsFolder, `dynamodb-local-${version}`);
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * Returns the command that starts DynamoDB Local. The caller must append a port. Downloads DynamoDB Local if it is
 * missing.
 */
export async function dynamoDbLocal(say: Say): Promise<{ name: string; command: [string, ...string[]] }> {
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    say(`fetching DynamoDB Local ${version} (once, about a minute) ...`);
    const mend = 'A JDK (17 or later) and Maven are needed, and Maven Central.';
    await runToEnd('mvn', ['-q', '-B', '-f', project, copy, `-DoutputDirectory=${folder}`], mend);
    writeFileSync(stamp, '');
  }
  // With its performance data switched off, Java leaves no files in the system's temporary folder.
  const java = ['-XX:-UsePerfData', `-Djava.library.path=${folder}`, '-cp', join(folder, '*')];
  const flags = ['-inMemory', '-disableTelemetry', '-port'];
  return {
    name: `DynamoDB Local ${version}`,
    command: ['java', ...java, fileBeside('DynamoDbLocal.java'), ...flags],
  };
}

export async function startDynamoDbLocal({ port, say }: { port: number; say: Say }): Promise<Emulator> {
  const {
    name,
    command: [java, ...args],
  } = await dynamoDbLocal(say);
  say(`starting ${name} on 127.0.0.1:${port} ...`);
  // With this option, all credentials and regions share one database.
  const server = await startServer(name, java, [...args, String(port), '-sharedDb'], port);
  const url = `http://127.0.0.1:${port}`;
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: url };
  return { name, environment, ...server };
}
