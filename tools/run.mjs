// Runs one command of package.json: node tools/run.mjs DESCRIPTION SET PROGRAM [arguments]. It first installs the set.
// The description is only for the list that `npm run` prints. This file is plain JavaScript, so that it runs on every
// Node version that runs npm.

import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, set, program, ...args] = process.argv.slice(2);
await install(set);

const isOurNode = process.execPath.startsWith(join(root, 'node_modules'));
if (program.endsWith('.ts') && isOurNode) {
  process.argv = [process.argv[0], join(root, program), ...args];
  await import(pathToFileURL(join(root, program)));
} else {
  // This is the first start. At later starts, npm finds the installed Node by itself.
  runApart(...(program.endsWith('.ts') ? ['node', [join(root, program), ...args]] : [program, args]));
}

function runApart(command, given) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, given, {
    cwd: root,
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
    stdio: 'inherit',
  });
  // A Ctrl-C in the terminal also reaches the program, which decides how to end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', ({ message }) => {
    process.stderr.write(`${command} cannot be started: ${message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
