// Runs a program that must not outlive its parent: node local/leash.ts <program> <arguments>. The standard input ends
// when the parent ends, in whatever way. Then the program is stopped too. If that takes longer than a minute, it is
// killed.

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
// A Ctrl-C in the terminal reaches all processes. It is ignored here, because the parent decides when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill());
