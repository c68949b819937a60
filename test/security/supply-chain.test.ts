import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';

type Locked = {
  version?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Dependencies;
};
type Dependencies = Record<string, string>;
type Manifest = {
  dependencies: Dependencies;
  devDependencies: Dependencies;
  optionalDependencies: Dependencies;
  workspaces: string[];
  allowScripts: Record<string, boolean>;
};

const read = <Content>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;
const manifest = read<Manifest>('package.json');
const workspaces = manifest.workspaces.map((folder) => read<Manifest>(`${folder}/package.json`));
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const locked = Object.entries(packages).filter(
  ([path]) => path !== '' && !manifest.workspaces.includes(path),
);

/** Returns a package with all its dependencies, by their paths in the lockfile. Nested packages take precedence over the root's. */
function closureOf(names: readonly string[], from = '', known = new Set<string>()): Set<string> {
  for (const name of names) {
    const folders = from
      .split(/(?<=[^/]+)\/(?=node_modules\/)/)
      .map((_, index, all) => all.slice(0, index + 1).join('/'));
    const nested = folders.toReversed().map((folder) => `${folder}/node_modules/${name}`);
    const path = [...nested, `node_modules/${name}`].find((candidate) => candidate in packages) ?? '';
    if (path === '' || known.has(path)) continue;
    known.add(path);
    closureOf(Object.keys(packages[path]?.dependencies ?? {}), path, known);
  }
  return known;
}
const namesOf = ({ dependencies, devDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...devDependencies });
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the dependencies of the service:', () => {
  const wanted = ['', ...manifest.workspaces].flatMap((folder) => {
    const { dependencies, devDependencies } = folder ? read<Manifest>(`${folder}/package.json`) : manifest;
    return Object.entries({ ...dependencies, ...devDependencies }).map(
      ([name, version]) => [name, version, `${folder}/node_modules/${name}`] as const,
    );
  });

  test.each(wanted)(
    '%s is pinned to a single version, in package.json and in the lockfile',
    (name, version, own) => {
      const exact = version.replace(/^npm:.+@/, '');

      expect(exact).toMatch(/^\d+\.\d+\.\d+$/);
      expect((packages[own] ?? packages[`node_modules/${name}`])?.version).toBe(exact);
    },
  );

  test.each(Object.entries(manifest.optionalDependencies))(
    'the optional dependency %s is pinned to a single version, also in the lockfile, for one platform',
    (name, version) => {
      expect(name).toMatch(/^@dynoxide\//);
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      // npm ci refuses a lockfile without this entry. On other platforms npm does not ask the registry for the package.
      const [os, cpu] = name.replace('@dynoxide/', '').split('-');
      expect(packages[`node_modules/${name}`]).toMatchObject({
        version,
        os: [os],
        cpu: [cpu],
        optional: true,
      });
    },
  );

  test('every package is locked with its hash, except four local engines, which are never deployed', () => {
    const without = locked.filter(([, one]) => !one.link && !/^sha512-/.test(one.integrity ?? ''));
    // The registry that wrote the lockfile does not have the engines of these platforms.
    const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'];

    expect(locked.length).toBeGreaterThan(100);
    expect(without.map(([path]) => path)).toEqual(
      platforms.map((platform) => `node_modules/@dynoxide/${platform}`),
    );
  });

  test('only listed packages run a script at installation', () => {
    const withScripts = new Set(
      locked.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path)),
    );
    const judged = Object.keys(manifest.allowScripts);

    expect([...withScripts].filter((name) => !judged.includes(name))).toEqual([]);
    const allowed = judged.filter((name) => manifest.allowScripts[name]).sort();
    expect(allowed).toEqual(['esbuild', 'node']);
    // Neither package is deployed.
    expect(allowed.filter((name) => name in manifest.dependencies)).toEqual([]);
  });

  test('the deployed dependencies are exactly those listed here, and none of them runs a script at installation', () => {
    const deployed = [...closureOf(Object.keys(manifest.dependencies))];

    // The packages are listed by name, because each further package needs a decision. Some are for batch and statement files, receipts and the console.
    expect(Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@aws-'))).toEqual([
      ...[
        '@e965/xlsx',
        '@middy/core',
        '@simplewebauthn/server',
        'csv-parse',
        'csv-stringify',
        'fast-xml-builder',
        'hono',
        'jose',
        'lossless-json',
      ],
      ...['openid-client', 'otplib', 'qr', 'zod', 'zod-openapi'],
    ]);
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(24);
    expect(deployed.length).toBeGreaterThan(13);
    expect(deployed.filter((path) => packages[path]?.hasInstallScript)).toEqual([]);
  });

  test('the local stack starts with less than a third of all packages, without those for tests, deployment or measurements', () => {
    const local = workspaces.find((_, index) => manifest.workspaces[index] === 'local');
    const started = closureOf(Object.keys({ ...manifest.dependencies, ...local?.dependencies }));

    // The dependencies of mutation testing and of the document's linters are not counted, because they would raise the limit.
    const isApart = (_: Manifest, index: number) =>
      ['test/mutation', 'test/document'].includes(manifest.workspaces[index] ?? '');
    const apart = workspaces.filter(isApart);
    const others = [manifest, ...workspaces.filter((one) => !apart.includes(one))].map(namesOf);
    const without = closureOf(others.flat());
    const brought = [...closureOf(apart.flatMap(namesOf))].filter((path) => !without.has(path));
    expect(apart).toHaveLength(2);
    expect(brought.length).toBeGreaterThan(0);
    expect(started.size).toBeLessThan((locked.length - brought.length) / 3);
    for (const other of [
      'vitest',
      '@vitest/coverage-v8',
      '@stryker-mutator/core',
      '@redocly/cli',
      '@stoplight/spectral-cli',
      'typescript',
      'serverless',
      'effect',
      'playwright-core',
      '@biomejs/biome',
    ])
      expect([...started].map(nameOf)).not.toContain(other);
  });

  test('all packages are installed from the lockfile of this repository', () => {
    expect(packages['']).toMatchObject({ dependencies: manifest.dependencies });
    for (const other of ['yarn.lock', 'pnpm-lock.yaml', 'npm-shrinkwrap.json', 'bun.lockb']) {
      expect(existsSync(join(root, other))).toBe(false);
    }
  });
});
