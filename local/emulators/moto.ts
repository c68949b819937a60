// moto, an emulated AWS from Python's index: CloudFormation, IAM, Lambda, DynamoDB, SQS and others, in memory.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPrograms, pinnedVersion } from '../python-programs.ts';
import { type Emulator, emulatorsFolder, type Say, startServer } from './program.ts';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const requirements = beside('moto-requirements.txt');
const version = pinnedVersion(requirements, 'moto');
const folder = join(emulatorsFolder, `moto-${version}`);

type Options = {
  port: number;
  /** Without the fixes of moto-server.py. */
  asIs?: boolean;
  say: Say;
};

export async function startMoto({ port, asIs = false, say }: Options): Promise<Emulator> {
  const python = join(
    await installPrograms({ name: `moto ${version}`, folder, requirements, say }),
    'python',
  );
  const name = `moto ${version}${asIs ? ' as it comes' : ''}`;
  const program = asIs ? ['-m', 'moto.server'] : [beside('moto-server.py')];
  say(`starting ${name} on 127.0.0.1:${port} ...`);
  const server = await startServer(name, python, [...program, '-H', '127.0.0.1', '-p', String(port)], port);
  return { name, environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }, ...server };
}
