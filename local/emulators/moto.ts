// moto, an emulated AWS from Python's index: CloudFormation, IAM, Lambda, DynamoDB, SQS and others, in memory.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Emulator, emulatorsFolder, runToEnd, type Say, startServer } from './program.ts';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const requirements = beside('moto-requirements.txt');
const version = /^moto==(.*)$/m.exec(readFileSync(requirements, 'utf8'))?.[1];
const folder = join(emulatorsFolder, `moto-${version}`);
const mend = 'Python 3.11 or later with pip and venv is needed, and its package index.';

/** A program of moto's Python environment, which is created if it is missing. */
async function motoProgram(name: string, say: Say): Promise<string> {
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    say(`installing moto ${version} (once, about a minute) ...`);
    await runToEnd('python3', ['-m', 'venv', '--clear', folder], mend);
    await runToEnd(join(bin, 'pip'), ['install', '--quiet', '--requirement', requirements], mend);
    writeFileSync(stamp, readFileSync(requirements));
  }
  return join(bin, name);
}

type Options = {
  port: number;
  /** Without the fixes of moto-server.py. */
  asIs?: boolean;
  say: Say;
};

export async function startMoto({ port, asIs = false, say }: Options): Promise<Emulator> {
  const python = await motoProgram('python', say);
  const name = `moto ${version}${asIs ? ' as it comes' : ''}`;
  const program = asIs ? ['-m', 'moto.server'] : [beside('moto-server.py')];
  say(`starting ${name} on 127.0.0.1:${port} ...`);
  const server = await startServer(name, python, [...program, '-H', '127.0.0.1', '-p', String(port)], port);
  return { name, environment: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }, ...server };
}
