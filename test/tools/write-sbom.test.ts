import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../local/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-sbom-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Component = { name: string; version: string; purl: string; hashes?: { alg: string }[] };
type Sbom = { bomFormat: string; metadata: { component: Component }; components: Component[] };
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

test('the list of shipped packages has every dependency in its locked version, and no development dependency', () => {
  const file = join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, [join(root, 'tools/write-sbom.ts'), file]);
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  const { name, version, dependencies, devDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  const listed = new Map(components.map((one) => [one.name, one]));

  expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
    'CycloneDX',
    name,
    version,
  ]);
  expect(Object.entries(dependencies).filter(([key, wanted]) => listed.get(key)?.version !== wanted)).toEqual(
    [],
  );
  // The service serves files of this package with docs/reference.
  expect(listed.has('swagger-ui-dist')).toBe(true);
  // A package may be in the lockfile twice: at the root, and below a package that needs another version.
  const isLocked = ({ name, version }: Component) =>
    Object.entries<{ version?: string }>(packages).some(
      ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version,
    );
  for (const one of components) {
    expect([one.name, isLocked(one)]).toEqual([one.name, true]);
    expect(one.hashes).toEqual([expect.objectContaining({ alg: 'SHA-512' })]);
  }
  const shippedToo = Object.keys(devDependencies).filter((key) => listed.has(key));
  expect(shippedToo.filter((key) => !['@smithy/node-http-handler'].includes(key))).toEqual([]);
  for (const other of ['typescript', 'esbuild', 'serverless', 'node', 'fauxqs'])
    expect(listed.has(other)).toBe(false);
});
