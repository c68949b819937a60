// npm start: runs the whole service on this machine (stack.ts). It prints each step at once. Everything that it starts
// stops with it, even after a crash.

import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { compileCache, root } from './service.ts';
import type { RunningStack } from './stack.ts';
import { explain, readOptions, Stop } from './stop.ts';
import { welcome } from './welcome.ts';

const help = `npm start [-- options]   Starts the PIX cashout service on this machine.

  --fresh        begin with empty data
  --port N       port of the API (default: PORT, or 3000)
  --data DIR     folder of the data (default: .local)
  --memory       keep the data in memory only
  --no-streams   do not read the table's stream: only the schedule continues work
  --no-watch     do not reload the functions when a file in functions/ or lib/ is saved
  --verbose      show each request, and the log of every function
  --help         this text

Set AWS_ENDPOINT_URL (LocalStack, say) to use that instead of the embedded engines, or AWS_ENDPOINT_URL_DYNAMODB and
AWS_ENDPOINT_URL_DYNAMODB_STREAMS, or AWS_ENDPOINT_URL_SQS, for one of them alone.
`;

const began = performance.now();
const stopWithinMs = 8_000;
const flags = readOptions(
  {
    fresh: { type: 'boolean', default: false },
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string', default: join(root, '.local') },
    memory: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: true },
    watch: { type: 'boolean', default: true },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  help,
);
const say = (line: string) => void process.stdout.write(`${line}\n`);
let stack: RunningStack | undefined;
let isStopping = false;

if (flags.help) process.stdout.write(help);
else await run().catch((error) => stop(explain(error)));

async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // The process that started this one has ended, so this one stops too.
  process.once('disconnect', () => void stop());
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Stop(`${flags.port} is not a port.`, 'npm start -- --port 3001');
  say(`Starting PIX cashout on http://localhost:${port} ...`);
  stopWithNpm();
  module.enableCompileCache(compileCache);
  const { startStack } = await import('./stack.ts');
  stack = await startStack({
    port,
    data: resolve(flags.data),
    fresh: flags.fresh,
    memory: flags.memory,
    streams: flags.streams,
    watch: flags.watch,
    say,
    log: flags.verbose ? (text) => void process.stderr.write(text) : () => {},
    onBroken: (why) => void stop(why),
  });
  const seconds = (performance.now() - began) / 1_000;
  const more = flags.watch ? 'Saved files in functions/ or lib/ are loaded at once. ' : '';
  say(welcome({ ...stack, seconds }, more));
  process.send?.({ ready: true });
  module.flushCompileCache();
}

/**
 * Stops when npm has ended. A killed npm does not stop its children, and the port would stay in use. So this checks
 * whether npm is still alive.
 */
function stopWithNpm(): void {
  const npm = findNpm();
  if (npm) setInterval(() => isAlive(npm) || void stop(), 1_000).unref();
}

/**
 * Finds the npm process that runs this program. It is the parent, or one of the parent's parents, because a shell and
 * run.mjs may be in between.
 */
function findNpm(pid = process.ppid, distance = 3): number | undefined {
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
  if (isStopping) return;
  isStopping = true;
  if (why) process.stderr.write(`\n${why}\n`);
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  await stack?.stop().catch((error) => process.stderr.write(`${explain(error)}\n`));
  process.exit(why ? 1 : 0);
}
