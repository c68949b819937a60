// npm start: the whole service on this machine. Engines, then osls offline with the local plugin, then a demo
// company; everything it starts ends with it, however it ends.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadDemo } from './demo-company.ts';
import { type Engines, freePort, isListening, startEngines } from './engines.ts';
import { leaveLambdaAddress, removeLambdaAddress } from './lambda-address.ts';
import type { StackOptions } from './plugin.ts';
import { oslsCommand, root } from './service.ts';
import { keepSecrets } from './settings.ts';
import { explain, readOptions, Stop } from './stop.ts';

const help = `npm start [-- options]   Starts the PIX cashout service on this machine.

  --fresh        begin with empty data
  --port N       port of the API (default: PORT, or 3000)
  --data DIR     folder of the data (default: .local)
  --memory       keep the data in memory only
  --no-streams   leave the table's stream unread: the schedule alone moves things on
  --verbose      show the log of every Lambda
  --help         this text

Set AWS_ENDPOINT_URL (LocalStack, say) to use that instead of the embedded engines, or AWS_ENDPOINT_URL_DYNAMODB and
AWS_ENDPOINT_URL_DYNAMODB_STREAMS, or AWS_ENDPOINT_URL_SQS, for one of them alone.
`;

const flags = readOptions(
  {
    fresh: { type: 'boolean', default: false },
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string', default: join(root, '.local') },
    memory: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: true },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  help,
);

const port = Number(flags.port);
const baseUrl = `http://localhost:${port}`;
const buildName = `start-${port}`;
let engines: Engines | undefined;
let offline: ChildProcess | undefined;
let stopping = false;

if (flags.help) process.stdout.write(help);
else await run().catch((error) => stop(explain(error)));

async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // Whoever forked us is gone.
  process.once('disconnect', () => stop());
  stopWithNpm();
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Stop(`${flags.port} is not a port.`, 'npm start -- --port 3001');
  if ((await isListening(port)) || (await isListening(port, '::1'))) {
    throw new Stop(`Port ${port} is taken.`, `Stop what uses it, or: PORT=${port + 1} npm start`);
  }
  if (flags.fresh) rmSync(join(flags.data, 'engines'), { recursive: true, force: true });
  openData();

  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (endpoint && !(await fetch(endpoint).catch(() => undefined))) {
    throw new Stop(
      `Nothing answers at AWS_ENDPOINT_URL, ${endpoint}.`,
      'Start LocalStack there, or unset it for the embedded engines.',
    );
  }
  if (!endpoint) engines = await startEngines(flags.memory ? undefined : join(flags.data, 'engines'));
  void engines?.ended.then(() =>
    stop('The embedded DynamoDB ended by itself.\nnpm start begins again with the data as it is.'),
  );
  const secrets = await keepSecrets(join(flags.data, 'secrets.json'));
  const lambdaPort = await freePort();
  offline = startOffline({
    given: { ...secrets, BASE_URL: baseUrl },
    lambdaPort,
    streams: flags.streams,
    ...(flags.memory ? {} : { checkpointFile: join(flags.data, 'engines', 'stream.json') }),
  });
  await answering();
  leaveLambdaAddress(flags.data, lambdaPort);
  await loadDemo(baseUrl, secrets.SANDBOX_KEY, join(flags.data, 'demo.json'), flags.fresh || flags.memory);
  process.stdout.write(welcome(endpoint, secrets.SANDBOX_KEY));
  process.send?.({ ready: true });
}

function openData(): void {
  try {
    mkdirSync(join(flags.data, 'engines'), { recursive: true });
  } catch {
    throw new Stop(
      `The data folder ${flags.data} cannot be written.`,
      'npm start -- --data DIR uses another.',
    );
  }
}

function startOffline(options: StackOptions): ChildProcess {
  const ports = ['--httpPort', String(port), '--lambdaPort', String(options.lambdaPort)];
  const args = [oslsCommand(), 'offline', 'start', '--stage', 'local', ...ports];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      AWS_REGION: 'sa-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      ...engines?.environment,
      // What is given goes before what is embedded: AWS_ENDPOINT_URL_DYNAMODB, say, for that alone.
      ...process.env,
      ...(engines ? { AWS_PROFILE: '' } : {}), // which would go before the keys
      LOCAL_STACK: JSON.stringify(options),
      BUILD_NAME: buildName,
      SLS_TELEMETRY_DISABLED: '1',
    },
  });
  const last: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      if (flags.verbose) process.stderr.write(chunk);
      last.push(chunk.toString());
      last.splice(0, last.length - 40);
    });
  }
  child.once('exit', (code) => {
    if (!stopping) void stop(`The API stopped by itself (code ${code}). Its last words:\n${last.join('')}`);
  });
  return child;
}

async function answering(): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline && !stopping) {
    const answer = await fetch(`${baseUrl}/.well-known/jwks.json`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Stop('The API did not answer within two minutes.', 'npm start -- --verbose shows why.');
}

/** A killed npm takes nobody with it, and the port would stay taken: so we look whether it is still there. */
function stopWithNpm(): void {
  const npm = findNpm();
  if (npm) setInterval(() => isAlive(npm) || void stop(), 1_000).unref();
}

/** The npm that runs us: our parent, or its parent where a shell stands between. */
function findNpm(pid = process.ppid, distance = 2): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  if (/^npm /.test(command) || /npm-cli/.test(command)) return pid;
  return parent && distance > 1 ? findNpm(Number(parent), distance - 1) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stop(why?: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (why) process.stderr.write(`\n${why}\n`);
  const ended =
    offline && offline.exitCode === null ? new Promise((done) => offline?.once('exit', done)) : undefined;
  offline?.kill('SIGTERM');
  await Promise.race([ended, pause(3_000)]);
  if (offline?.exitCode === null) offline.kill('SIGKILL');
  await Promise.race([engines?.stop(), pause(3_000)]);
  removeLambdaAddress(flags.data);
  rmSync(join(root, '.esbuild', buildName), { recursive: true, force: true });
  process.exit(why ? 1 : 0);
}

function welcome(endpoint: string | undefined, sandboxKey: string): string {
  const where = endpoint ?? (flags.memory ? 'memory' : flags.data);
  const demo = join(flags.data, 'demo.json');
  return `
PIX cashout is listening on ${baseUrl}
data: ${where}   demo client: ${demo}${existsSync(demo) ? '' : ' (missing)'}

Try, in a second terminal:
  npm run demo   # a cashout from token to statement
  npm run demo -- chargeback   # a paid QR code, given back
  npm run demo -- --self-approve --key am04@sandbox.pix   # one that the network turns down
  open ${baseUrl}/docs   # the reference, with calls to try: paste ${demo} there
  npm run admin -- --help   # operate it: companies, clients, freezes
  curl -s -X POST ${baseUrl}/sandbox/tenants -H 'x-sandbox-key: ${sandboxKey}' -d '{}'   # a company of your own

Ctrl-C stops everything.
`;
}
