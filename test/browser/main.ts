// npm run test:other -- browser: opens the API reference, a receipt and the console in a headless Chromium, as people
// would. It needs a Chromium and is not part of npm test. With --pictures it takes the screenshots of docs/console/
// again.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { browserPath } from '../support/tools.ts';
import { drawConsole } from './draw-console.ts';
import { tryConsole } from './try-console.ts';
import { tryReference } from './try-reference.ts';

/** `demo`: the content of demo.json. */
export type Stage = { child: ChildProcess; url: string; demo: string };
export type Expect = (what: string, isSo: boolean, seen: unknown) => void;

const say = (text: string) => process.stdout.write(`${text}\n`);

function expect(what: string, isSo: boolean, seen: unknown): void {
  if (!isSo) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  say(`ok  ${what}`);
}

async function startService(folder: string): Promise<Stage> {
  const port = await freePort();
  const args = [join(root, 'local/start.ts'), '--port', String(port), '--memory', '--data', folder];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const demo = join(folder, 'demo.json');
  const isReady = () => existsSync(demo) && readFileSync(demo, 'utf8').includes('"people"');
  for (let tries = 0; !isReady(); tries++) {
    if (tries > 240 || child.exitCode !== null) throw new Error('npm start did not come up');
    await pause(500);
  }
  return { child, url: `http://localhost:${port}`, demo: readFileSync(demo, 'utf8') };
}

if (!browserPath) {
  say(
    'There is no Chromium here. Install one, or name it: CHROMIUM=/path/to/chromium npm run test:other -- browser',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'browser-'));
const stage = await startService(folder);
const browser = await chromium.launch({
  executablePath: browserPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  if (process.argv.includes('--pictures')) await drawConsole(browser, stage, expect);
  else {
    await tryReference(browser, stage, expect);
    await tryConsole(browser, stage, expect);
  }
} catch (error) {
  say(`\nNOT ok: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  const ended = new Promise((resolve) => stage.child.once('exit', resolve));
  stage.child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
