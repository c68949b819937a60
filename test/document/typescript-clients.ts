// TypeScript clients of three common generators. Each one is generated, compiled and used for calls.

import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { root } from '../../local/service.ts';
import type { Client } from './clients.ts';
import { beside, emptyFolder, mustRun } from './programs.ts';

type Generator = { name: string; program: string; options: string[] };

/** The generators by the name of the program in typescript/ that uses the client. */
const generators: Record<string, Generator> = {
  'openapi-typescript': { name: 'openapi-typescript', program: 'openapi-typescript', options: [] },
  'hey-api': {
    name: '@hey-api/openapi-ts',
    program: 'openapi-ts',
    options: ['--client', '@hey-api/client-fetch', '--no-log-file'],
  },
  orval: { name: 'orval', program: 'orval', options: ['--client', 'fetch', '--mode', 'single'] },
};

const { devDependencies: versions } = JSON.parse(readFileSync(beside('package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/**
 * Returns the path of a program. A workspace has its own copy if it needs a different version than the other
 * workspaces.
 */
function binary(name: string): string {
  const own = beside(join('node_modules/.bin', name));
  return existsSync(own) ? own : join(root, 'node_modules/.bin', name);
}

/** Each client has its own folder, so that its program is compiled only with its own generated code. */
export const typescriptClients = (): Client[] =>
  Object.entries(generators).map(([caller, { name, program, options }]) => ({
    language: 'TypeScript',
    generator: `${name} ${versions[name]}`,
    async build(documentFile) {
      const cwd = emptyFolder(`typescript-${caller}`);
      for (const file of ['tsconfig.json', 'carry.ts', `${caller}.ts`])
        cpSync(beside(`typescript/${file}`), join(cwd, file));
      const output = caller === 'hey-api' ? 'pix' : 'pix.ts';
      const places = caller === 'openapi-typescript' ? [documentFile] : ['--input', documentFile];
      await mustRun(binary(program), [...places, '--output', output, ...options], { cwd });
      await mustRun(join(root, 'node_modules/.bin/tsc'), ['--project', cwd]);
      const outfile = join(cwd, 'carry.mjs');
      await bundle({
        entryPoints: [join(cwd, `${caller}.ts`)],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
      });
      return (env) => mustRun(process.execPath, [outfile], { env });
    },
  }));
