// moto, an emulated AWS from Python's index: CloudFormation, IAM, Lambda, DynamoDB, SQS and others, in memory.

import { type Emulator, fileBeside, type Say, startServer } from './program.ts';
import { pythonEnvironment } from './python.ts';

const { version, python } = pythonEnvironment({
  name: 'moto',
  requirements: 'moto-requirements.txt',
  mend: 'Python 3.11 or later with pip and venv is needed, and its package index.',
});

type Options = {
  port: number;
  /** Without the fixes of moto-server.py. */
  asIs?: boolean;
  say: Say;
};

export async function startMoto({ port, asIs = false, say }: Options): Promise<Emulator> {
  const command = await python(say);
  const name = `moto ${version}${asIs ? ' as it comes' : ''}`;
  const program = asIs ? ['-m', 'moto.server'] : [fileBeside('moto-server.py')];
  say(`starting ${name} on 127.0.0.1:${port} ...`);
  const server = await startServer(name, command, [...program, '-H', '127.0.0.1', '-p', String(port)], port);
  return { name, environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }, ...server };
}
