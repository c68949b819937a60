// node tools/bundle-programs.ts FOLDER: writes `stage.mjs` and `smoke.mjs`, which do the same as `npm run stage -- deploy`
// and `npm run smoke`, but need only Node. They are packaged with what they deploy, so a deployment or a rollback needs no
// registry.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the two programs with all packages that they use. */
export async function bundlePrograms(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['operate/stage.ts', 'operate/smoke.ts'],
    outdir: resolve(folder),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Some packages are not ES modules, and call require().
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

const [, program, folder] = process.argv;
if (program === import.meta.filename) await bundlePrograms(folder ?? join(root, 'packaged'));
