// Returns what the embedded engine uses of the machine: the size of its folder, and its memory if /proc exists.

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engines } from '../local/engines.ts';

/** Returns sizes in MB (10^6 bytes). The memory is the resident set of the process. */
export async function needsOf({ leashPid }: Engines, folder: string) {
  const files = await readdir(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const disk = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  const memory = await residentOf(leashPid).catch(() => undefined);
  return { disk, memory };
}

async function residentOf(leashPid: number | undefined): Promise<number | undefined> {
  const children = await readFile(`/proc/${leashPid}/task/${leashPid}/children`, 'utf8');
  const status = await readFile(`/proc/${children.trim()}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1_024) / 1e6;
}
