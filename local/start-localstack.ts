// npm run start:localstack: runs npm start with LocalStack's DynamoDB and SQS.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startLocalstack } from './emulators/localstack.ts';
import { anyCredentials, type Emulator } from './emulators/program.ts';
import { root } from './service.ts';
import { explain } from './stop.ts';

const help = `npm run start:localstack [-- options]   npm start, on LocalStack's DynamoDB and SQS.

  Brings LocalStack up, waits until it is ready, starts the service, and ends both. Its data goes with it.

  --docker         LocalStack from its image (docker-compose.yml). Without it: from Python's index, kept under .local
                   (needs Python 3.11, a JDK 17 and Maven)
  LOCALSTACK_PORT  its port on this machine (default: 4566)

  The other options are those of npm start.
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
  const port = Number(process.env.LOCALSTACK_PORT ?? 4566);
  const given = process.argv.slice(2);
  localstack = await startLocalstack({ port, docker: given.includes('--docker'), say });
  say(`${localstack.name} is ready`);
  // LocalStack starts empty and does not know the company of an earlier demo.json. So the stack gets a data folder of
  // its own, and --fresh.
  const own = ['--data', join(root, '.local/localstack'), '--fresh'];
  const env = { ...process.env, ...anyCredentials, ...localstack.environment };
  const args = [join(root, 'local/start.ts'), ...own, ...given.filter((option) => option !== '--docker')];
  const service = spawn(process.execPath, args, { stdio: 'inherit', env });
  // A Ctrl-C reaches the service too. A SIGTERM may reach only this process, so it is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => service.kill());
  const code = await new Promise<number>((resolve) => service.once('exit', (status) => resolve(status ?? 1)));
  await localstack.stop();
  return code;
}
