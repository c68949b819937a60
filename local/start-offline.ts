// npm run start:offline: runs serverless-offline in front of the functions, and prints what npm start prints.

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { freePort, isFree } from './free-port.ts';
import { oslsCommand } from './osls.ts';
import { root } from './service.ts';
import { readOptions, runProgram, Stop } from './stop.ts';

const help = `npm run start:offline [-- options]   Starts the PIX cashout service behind serverless-offline.

  --port N     port of the API (default: PORT, or 3000)
  --data DIR   folder of the data (default: .local)
  --verbose    show what serverless-offline prints at its start, its list of routes too
  --help       this text

npm start does the same with a gateway of its own, sooner, and as AWS does it (docs/local-stack.md).
`;

const flags = readOptions(
  {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string', default: join(root, '.local') },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  help,
);

await runProgram(flags.help ? help : run);

async function run(): Promise<number> {
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Stop(`${flags.port} is not a port.`, 'npm run start:offline -- --port 3001');
  if (!(await isFree(port)))
    throw new Stop(`Port ${port} is taken.`, `npm run start:offline -- --port ${port + 1}`);
  process.stdout.write(`Starting PIX cashout on http://localhost:${port}, behind serverless-offline ...\n`);
  const ports = ['--httpPort', String(port), '--lambdaPort', String(await freePort())];
  const child = spawn(process.execPath, [oslsCommand(), 'offline', 'start', '--stage', 'local', ...ports], {
    cwd: root,
    env: { ...process.env, OFFLINE_DATA: resolve(flags.data), SLS_TELEMETRY_DISABLED: '1' },
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const held = holdBack(child.stdout, child.stderr);
  const code = await new Promise<number>((settle) => child.once('close', (status) => settle(status ?? 1)));
  if (code !== 0) process.stderr.write(held());
  return code;
}

/**
 * Prints the output only from the welcome text on.
 * @returns a function that returns the output before the welcome text
 */
function holdBack(...outputs: (NodeJS.ReadableStream | null)[]): () => string {
  let held = '';
  let isOpen = flags.verbose;
  for (const output of outputs)
    output?.on('data', (chunk: Buffer) => {
      if (isOpen) return void process.stdout.write(chunk);
      held += chunk;
      const at = held.indexOf('\nPIX cashout is listening');
      if (at < 0) return;
      isOpen = true;
      process.stdout.write(held.slice(at));
      held = '';
    });
  return () => held;
}
