// npm run test:other -- engines: runs the journeys over HTTP with another DynamoDB and SQS.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startDynamoDbLocal } from '../local/emulators/dynamodb-local.ts';
import { startLocalstack } from '../local/emulators/localstack.ts';
import { startMoto } from '../local/emulators/moto.ts';
import { anyCredentials, type Emulator } from '../local/emulators/program.ts';
import { freePort } from '../local/free-port.ts';
import { root } from '../local/service.ts';
import { explain, readOptions, Stop } from '../local/stop.ts';

const help = `npm run test:other -- engines ENGINE [options]   Runs the journeys on another engine than the embedded ones.

  dynamodb-local   AWS's own DynamoDB Local for the tables and streams, the embedded SQS (JDK 17, Maven)
  moto             moto for DynamoDB and SQS (Python 3.11)
  localstack       LocalStack for DynamoDB and SQS, from Python's index (Python 3.11, JDK 17, Maven)

  --as-is          moto: unchanged, without the fixes of local/emulators/moto-server.py
  --docker         localstack: from its image, as docker-compose.yml has it (Docker)
  --project NAME   tests to run: http, or handler for every test in process (default: http)
  --files LIST     only files whose paths contain one of these, separated by commas
  --port N         port of the engine (default: a free one)
  --help           this text

An engine begins empty and ends with the run.
`;

const engines = ['dynamodb-local', 'moto', 'localstack'] as const;
const flags = readOptions(
  {
    'as-is': { type: 'boolean', default: false },
    docker: { type: 'boolean', default: false },
    project: { type: 'string', default: 'http' },
    files: { type: 'string', default: '' },
    port: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  help,
  engines,
);
const say = (line: string) => process.stdout.write(`${line}\n`);
let engine: Emulator | undefined;

if (flags.help) say(help);
else {
  await run().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      process.stderr.write(`${explain(error)}\n`);
      process.exitCode = 1;
    },
  );
  await engine?.stop();
}

async function run(): Promise<number> {
  const [name] = flags.words;
  if (!name)
    throw new Stop(`Name one of the engines: ${engines.join(', ')}.`, 'npm run test:other -- engines --help');
  const port = flags.port ? Number(flags.port) : await freePort();
  if (name === 'moto') engine = await startMoto({ port, asIs: flags['as-is'], say });
  else if (name === 'localstack') engine = await startLocalstack({ port, docker: flags.docker, say });
  else engine = await startDynamoDbLocal({ port, say });
  say(
    `${engine.name}: the tests of project ${flags.project}, with ${Object.keys(engine.environment).join(', ')}`,
  );
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', flags.project];
  args.push(...flags.files.split(',').filter(Boolean));
  const env = { ...process.env, ...anyCredentials, ...engine.environment };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill());
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
  say(
    `${engine.name}, project ${flags.project}: ${code === 0 ? 'all tests passed' : `tests failed (${code})`}`,
  );
  return code;
}
