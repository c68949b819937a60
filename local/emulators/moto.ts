// Starts moto, an emulated AWS from PyPI: CloudFormation, IAM, Lambda, DynamoDB, SQS and others, in memory.

import { join } from 'node:path';
import { installPrograms, pinnedVersion } from '../python-programs.ts';
import { type Emulator, emulatorsFolder, fileBeside, type Say, startServer } from './program.ts';

const requirements = fileBeside('moto-requirements.txt');
const version = pinnedVersion(requirements, 'moto');
const folder = join(emulatorsFolder, `moto-${version}`);

type Options = {
  port: number;
  /** Whether to start moto without the fixes of moto-server.py. */
  asIs?: boolean;
  say: Say;
};

export async function startMoto({ port, asIs = false, say }: Options): Promise<Emulator> {
  const bin = await installPrograms({ name: `moto ${version}`, folder, requirements, say });
  const name = `moto ${version}${asIs ? ' as it comes' : ''}`;
  const program = asIs ? ['-m', 'moto.server'] : [fileBeside('moto-server.py')];
  say(`starting ${name} on 127.0.0.1:${port} ...`);
  const server = await startServer(
    name,
    join(bin, 'python'),
    [...program, '-H', '127.0.0.1', '-p', String(port)],
    port,
  );
  return { name, environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }, ...server };
}
