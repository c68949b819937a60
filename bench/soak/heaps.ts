// Reads the heap sizes from the probes that run in the threads of a stack (probe.ts).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../local/service.ts';
import type { Held } from './probe.ts';

/**
 * Returns the environment of a stack with probes.
 * @param folder the folder where the probes write their addresses
 */
export function probed(folder: string): Record<string, string> {
  const probe = pathToFileURL(join(root, 'bench/soak/probe.ts')).href;
  return { NODE_OPTIONS: `--import ${probe}`, SOAK_PROBES: folder };
}

export async function askHeaps(folder: string): Promise<Held[]> {
  const ports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return Promise.all(
    ports.map(async (port) => (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Held),
  );
}
