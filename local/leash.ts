// Runs a program that must not outlive its parent: node local/leash.ts <program> <arguments>. Standard input ends
// whenever the parent ends. Then the program is stopped too; by force if that takes longer than a minute.

import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('exit', (code) => process.exit(code ?? 1));
child.on('error', () => process.exit(126));
process.stdin.resume();
process.stdin.on('end', () => {
  child.kill();
  setTimeout(() => child.kill('SIGKILL'), 60_000);
});
// The parent decides when to stop, but a Ctrl-C in the terminal reaches the whole group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill());
