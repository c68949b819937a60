// Reads the imports between the folders of lib/ from the code, and draws them for docs/architecture.md.

import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { root } from '../local/service.ts';
import { folders } from './folders.ts';

export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns for each folder the folders that it imports. */
export async function readArrows(): Promise<Arrows> {
  const options = {
    baseDir: root,
    parser: 'swc',
    includeOnly: '^lib/',
  } as const;
  const { modules } = (await cruise(['lib'], options)).output as ICruiseResult;
  const folderOf = (file: string) => file.split('/')[1] ?? '';
  const arrows = new Map<string, Set<string>>(folders.map(({ name }) => [name, new Set()]));
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved } of dependencies)
      if (folderOf(resolved) !== from) arrows.get(from)?.add(folderOf(resolved));
  }
  return arrows;
}

/** Returns the arrows without those that a longer path makes unnecessary. */
export function shortened(arrows: Arrows): Arrows {
  const reached = (from: string): Set<string> => {
    const direct = [...(arrows.get(from) ?? [])];
    return new Set([...direct, ...direct.flatMap((next) => [...reached(next)])]);
  };
  return new Map(
    [...arrows].map(([from, direct]) => {
      const through = new Set([...direct].flatMap((next) => [...reached(next)]));
      return [from, new Set([...direct].filter((to) => !through.has(to)))];
    }),
  );
}

export function drawArrows(arrows: Arrows): string {
  const lines = [...arrows]
    .toReversed()
    .flatMap(([from, direct]) => [...direct].sort().map((to) => `  ${from} --> ${to}`));
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}
