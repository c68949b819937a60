// Loads the functions again when a source is saved, and prints a line. If a function cannot be loaded, the error is
// printed and the last valid code stays in use.

import { watch } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../service.ts';
import type { Functions } from './functions.ts';

const sources = ['functions', 'lib'].map((folder) => join(root, folder));
/**
 * The wait after a change, in milliseconds. An editor writes a file in several steps, and a change of branch writes
 * many files.
 */
const settleMs = 60;

/** @returns a function that stops watching */
export function watchSources(
  functions: Pick<Functions, 'reload'>,
  say: (line: string) => void,
  folders: readonly string[] = sources,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading || changed.size === 0) return;
    isLoading = true;
    const files = [...changed].join(', ');
    changed.clear();
    const { milliseconds, failed } = await functions.reload();
    isLoading = false;
    const [first] = failed;
    say(
      first
        ? `${files} changed, but ${first.functionKey} cannot be loaded; the previous code stays in use:\n${first.why}`
        : `${files} changed: loaded in ${Math.round(milliseconds)} ms`,
    );
    await load();
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts')) return;
      changed.add(relative(root, join(folder, file)));
      clearTimeout(timer);
      timer = setTimeout(() => void load(), settleMs);
    }),
  );
  const settings = watch(join(root, 'serverless.yml'), () =>
    say('serverless.yml changed: restart to use it.'),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of [...watchers, settings]) watcher.close();
  };
}
