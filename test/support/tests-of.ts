// Which tests are run at once when a file changes (npm run test:watch): those of its own name, else those of the
// nearest files that import it. Vitest's own graph knows only that whoever opens a stack imports every function.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const folders = ['functions', 'lib', 'infra', 'local'];
/** A file that everything imports gets some of its tests; npm test runs them all. */
const testsMax = 8;

/** @param file absolute, as the tests that come back */
export function testsOf(root: string, file: string): string[] {
  const importers = readImporters(root);
  const seen = new Set<string>();
  for (let level = [relative(root, file)]; level.length > 0; ) {
    const own = level.flatMap((one) => ownTests(root, one));
    if (own.length > 0) return [...new Set(own)].slice(0, testsMax);
    for (const one of level) seen.add(one);
    level = [...new Set(level.flatMap((one) => importers.get(one) ?? []))].filter((one) => !seen.has(one));
  }
  return [];
}

/** lib/base/money.ts has test/base/money.test.ts, lib/webhook/delivery.ts test/webhook/delivery.test.ts, an operation the test of its function. */
function ownTests(root: string, file: string): string[] {
  const name = `${basename(file, '.ts')}.test.ts`;
  const folder = dirname(file);
  const places = [
    folder,
    ...(file.startsWith('lib/') ? ['lib', folder.replace(/^lib\//, ''), 'functions'] : []),
  ];
  return places.map((place) => join(root, 'test', place, name)).filter((test) => existsSync(test));
}

/** By file, who imports it. */
function readImporters(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const stores = readStores(root);
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true }) as string[]) {
      if (!name.endsWith('.ts')) continue;
      const importer = join(folder, name);
      const text = readFileSync(join(root, importer), 'utf8');
      const paths = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
        join(dirname(importer), path),
      );
      // A store is handed over, not imported.
      const used = [...text.matchAll(/\bdeps\.(\w+)/g)].map(([, name = '']) => stores.get(name) ?? name);
      for (const imported of [...paths, ...used])
        importers.set(imported, [...(importers.get(imported) ?? []), importer]);
    }
  }
  return importers;
}

/** By the name in `deps`, the file of a store: core.ts makes them. */
function readStores(root: string): Map<string, string> {
  const core = readFileSync(join(root, 'lib/app/core.ts'), 'utf8');
  const made = [...core.matchAll(/import \{ make(\w+) \} from '\.\/([^']+)'/g)];
  return new Map(
    made.map(([, name = '', path = '']) => [name.charAt(0).toLowerCase() + name.slice(1), `lib/${path}`]),
  );
}
