// Imitates npm's changes of node_modules, as far as tools/install.mjs needs them, in a test's folder. It records its
// steps. While there is a file "hold", it stops in the middle of a package. Like npm, it does not change a folder that
// contains a package.json.

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

const isThere = (name: string) => existsSync(`control/${name}`);
const note = (step: string) => appendFileSync('control/steps', `${step}\n`);

async function addPackage(name: string): Promise<void> {
  const folder = `node_modules/${name}`;
  if (existsSync(`${folder}/package.json`)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{}');
  note(`half of ${name}`);
  if (isThere('with-script')) await runScript();
  await isLetGo();
  writeFileSync(`${folder}/index.js`, '');
}

async function isLetGo(): Promise<void> {
  while (isThere('hold')) await new Promise((resolve) => setTimeout(resolve, 10));
}

function runScript(): Promise<unknown> {
  rmSync('control/with-script');
  const script = spawn(process.execPath, [import.meta.filename, 'script'], { stdio: 'ignore' });
  return new Promise((resolve) => script.once('exit', resolve));
}

async function installAll(): Promise<void> {
  if (isThere('npm')) note('TWO AT ONCE');
  writeFileSync('control/npm', String(process.pid));
  note('begin');
  if (isThere('fail') || existsSync('node_modules/in-the-way')) {
    note('fail');
    rmSync('control/npm');
    process.stderr.write('npm error code ENOTEMPTY\n');
    process.exit(217);
  }
  await addPackage('one');
  const packages = {
    local: {},
    'node_modules/one': {},
    'node_modules/of-another-platform': { optional: true },
  };
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
  mkdirSync('node_modules/.bin', { recursive: true });
  rmSync('node_modules/.bin/node', { force: true });
  if (!isThere('no-node')) symlinkSync(process.execPath, 'node_modules/.bin/node');
  note('end');
  rmSync('control/npm');
}

if (process.argv[2] === 'install') await installAll();
else if (process.argv[2] === 'script') {
  note('script begins');
  await isLetGo();
  note('script ends');
} else process.stdout.write(readFileSync('control/registry'));
