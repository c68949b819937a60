// node tools/write-sbom.ts FILE: writes the shipped packages as CycloneDX, with npm itself. In this folder, npm would
// omit every shipped package that a development package needs too. So npm runs in a folder with only the shipped
// packages.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../local/service.ts';

/** The package whose files functions/get-docs.ts serves. serverless.yml packages these files. */
const servedFiles = 'swagger-ui-dist';

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

function writeSbom(file: string): number {
  const temporary = mkdtempSync(join(tmpdir(), 'pix-cashout-sbom-'));
  const { name, version, description, license, private: isPrivate, dependencies } = manifestOf('.');
  // The folder has this name, because npm names the component after its folder.
  const cwd = join(temporary, name);
  const shipped = { ...dependencies, [servedFiles]: manifestOf('local').dependencies[servedFiles] };
  const npm = (args: string[]) =>
    execFileSync('npm', args, {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    mkdirSync(cwd);
    const manifest = { name, version, description, license, private: isPrivate, dependencies: shipped };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
    copyFileSync(join(root, 'package-lock.json'), join(cwd, 'package-lock.json'));
    // This call removes all other packages from the lockfile. The lockfile contains every version already, so npm calls
    // no registry.
    npm(['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']);
    const sbom = npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']);
    writeFileSync(resolve(file), sbom);
    return JSON.parse(sbom).components.length;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
process.stdout.write(`${writeSbom(file)} packages are shipped: ${file}\n`);
