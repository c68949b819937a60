// Chooses the tests that run at once when a file changes (npm run test:watch): the tests with its own name, or those of
// the nearest files that import it. Vitest's own graph would choose too many tests, because every test that opens a
// stack imports every function.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const folders = ['functions', 'lib', 'infra', 'local', 'operate', 'tools'];
const makers = 'lib/app/';

type Import = { by: string; of: string };
/**
 * If many files import a file, only its smallest tests run, so that the result comes soon. npm test runs all of them.
 */
const testsMax = 2;

/** @param file an absolute path, like the returned paths of tests */
export function testsOf(root: string, file: string): string[] {
  const name = relative(root, file);
  const imports = readImports(root, [...folders, 'test']);
  const ofTests = imports.filter(({ by, of }) => by.endsWith('.test.ts') && of === name);
  const ofService = imports.filter(({ by }) => !by.startsWith('test/'));
  // The files that create all stores import everything. So they are used only if no other file imports the changed one.
  const withoutMakers = ofService.filter(({ by }) => !by.startsWith(makers));
  const found = [
    () => nearestTests(root, name, withoutMakers),
    () => ofTests.map(({ by }) => join(root, by)),
    () => nearestTests(root, name, ofService),
  ].reduce<string[]>((tests, find) => (tests.length > 0 ? tests : find()), []);
  return [...new Set(found)].toSorted(bySize).slice(0, testsMax);
}

function nearestTests(root: string, file: string, imports: readonly Import[]): string[] {
  const importers = Map.groupBy(imports, ({ of }) => of);
  const seen = new Set<string>();
  for (let level = [file]; level.length > 0; ) {
    const own = level.flatMap((one) => ownTests(root, one));
    if (own.length > 0) return own;
    for (const one of level) seen.add(one);
    const next = level.flatMap((one) => (importers.get(one) ?? []).map(({ by }) => by));
    level = [...new Set(next)].filter((one) => !seen.has(one));
  }
  return [];
}

const bySize = (one: string, other: string) => statSync(one).size - statSync(other).size;

/**
 * Returns the tests of a file by its name: test/base/money.test.ts for lib/base/money.ts, test/webhook/delivery.test.ts
 * for lib/webhook/delivery.ts, and for an operation the test of its function.
 */
function ownTests(root: string, file: string): string[] {
  const name = `${basename(file, '.ts')}.test.ts`;
  const folder = dirname(file);
  const places = [
    folder,
    ...(file.startsWith('lib/') ? ['lib', folder.replace(/^lib\//, ''), 'functions'] : []),
  ];
  return places.map((place) => join(root, 'test', place, name)).filter((test) => existsSync(test));
}

function readImports(root: string, folders: readonly string[]): Import[] {
  const stores = readStores(root);
  return folders.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const by = join(folder, name);
        const text = readFileSync(join(root, by), 'utf8');
        const paths = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(by), path));
        // A file gets a store as a dependency and does not import it, so its use is found by its name in `deps`.
        const used = [...text.matchAll(/\bdeps\.(\w+)/g)].map(([, name = '']) => stores.get(name) ?? name);
        return [...paths, ...used].map((of) => ({ by, of }));
      }),
  );
}

/** Returns the file of each store, by the store's name in `deps`. */
function readStores(root: string): Map<string, string> {
  const made = (readdirSync(join(root, makers)) as string[]).flatMap((name) => [
    ...readFileSync(join(root, makers, name), 'utf8').matchAll(
      /import \{ make(\w+)[^}]*\} from '\.\.\/([^']+)'/g,
    ),
  ]);
  return new Map(
    made.map(([, name = '', path = '']) => [name.charAt(0).toLowerCase() + name.slice(1), `lib/${path}`]),
  );
}
