// npm run start:localstack: npm start on LocalStack's DynamoDB and SQS.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startLocalstack } from './emulators/localstack.ts';
import { anyCredentials, type Emulator } from './emulators/program.ts';
import { root } from './service.ts';
import { explain } from './stop.ts';

const help = `npm run start:localstack [-- options]   npm start, on LocalStack's DynamoDB and SQS.

  Brings LocalStack up by Docker (docker-compose.yml), waits until it is healthy, starts the service, and takes both
  down at the end. Its data goes with it. The options are those of npm start.

  LOCALSTACK_PORT  its port on this machine (default: 4566)
`;

let localstack: Emulator | undefined;
if (process.argv.includes('--help')) process.stdout.write(help);
else {
  process.exitCode = await run().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  });
}

async function run(): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  localstack = await startLocalstack({ port: Number(process.env.LOCALSTACK_PORT ?? 4566), say });
  say(`${localstack.name} is healthy`);
  // LocalStack starts empty and does not know the company of an earlier demo.json, so it gets a folder of its
  // own and --fresh.
  const own = ['--data', join(root, '.local/localstack'), '--fresh'];
  const env = { ...process.env, ...anyCredentials, ...localstack.environment };
  const args = [join(root, 'local/start.ts'), ...own, ...process.argv.slice(2)];
  const service = spawn(process.execPath, args, { stdio: 'inherit', env });
  // Ctrl-C reaches the service too. A SIGTERM may reach only this process, so it is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => service.kill());
  const code = await new Promise<number>((resolve) => service.once('exit', (status) => resolve(status ?? 1)));
  say('docker compose down ...');
  await localstack.stop();
  return code;
}
