// npm run test:other -- release: the current code and the last release continue each other's work, on the same tables
// and queues. One is killed while work is in progress, and the other completes the work.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { begin, finish } from './handover.ts';
import { startCode } from './start-code.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-release-'));
const { release } = JSON.parse(readFileSync(join(root, 'test/releases/last.json'), 'utf8')) as {
  release: string;
};

try {
  const last = await checkOut(release);
  await handOver(`the last release, ${release.slice(0, 12)},`, last, 'the code of today', root);
  await handOver('the code of today', root, `the last release, ${release.slice(0, 12)},`, last);
  say('each has ended what the other had begun');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns a folder with the code of that release and the packages of its lockfile */
async function checkOut(revision: string): Promise<string> {
  const to = join(folder, 'last');
  mkdirSync(to);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });
  try {
    execFileSync('tar', ['x', '-C', to], { input: git('archive', '--format=tar', revision) });
  } catch {
    throw new Stop(`git has no ${revision} here.`, 'Fetch it: git fetch --tags --unshallow');
  }
  const locks = [root, to].map((tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8'));
  if (locks[0] === locks[1]) symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  else {
    say('installing the packages of the last release ...');
    // The release installs itself, because npm ci fails if a registry lacks packages of other platforms.
    const { scripts } = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'));
    const [, runner] = scripts.start.split(' ');
    const installer = join(to, dirname(runner), 'install.mjs');
    execFileSync(process.execPath, [installer, 'test'], { cwd: to, stdio: 'inherit' });
  }
  return to;
}

async function handOver(oneName: string, one: string, otherName: string, other: string): Promise<void> {
  const data = mkdtempSync(join(folder, 'data-'));
  const port = await freePort();
  let isUp = false;
  const receiver = await openPlainReceiver((response) => {
    response.statusCode = isUp ? 200 : 503;
    response.end();
  });
  try {
    say(`${oneName} begins ...`);
    const first = await startCode(one, { port, data });
    const begun = await begin(first, receiver.url).finally(() => first.kill());
    isUp = true;
    // The receiver has answered 503 so far, so every event must be delivered again.
    receiver.heard.length = 0;
    say(`${otherName} goes on with ${begun.cashouts.length} cashouts and a chargeback ...`);
    const second = await startCode(other, { port, data });
    const told = await finish(second, begun, receiver.heard).finally(() => second.kill());
    say(`  all have ended, the statement adds up, and ${told} events have reached the receiver`);
  } finally {
    await receiver.close();
  }
}
