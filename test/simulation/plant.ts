// Plants one bug. It changes the service's files while Node loads them.

import { registerHooks } from 'node:module';
import { root } from '../../local/service.ts';
import type { Bug } from './bugs.ts';

export function plant(bug: Bug): void {
  const open = new Set(bug.edits);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const edits = bug.edits.filter(({ file }) => url === new URL(`file://${root}${file}`).href);
      if (edits.length === 0) return loaded;
      let source = Buffer.from(loaded.source as Uint8Array).toString();
      for (const edit of edits) {
        if (!source.includes(edit.find)) throw new Error(`${bug.name} no longer fits ${edit.file}`);
        source = source.replace(edit.find, () => edit.put);
        open.delete(edit);
      }
      return { ...loaded, source };
    },
  });
  planted = () => open.size === 0;
}

/** Returns whether every edit was made. */
export let planted = () => true;
