// Measures cashouts over HTTP, from the first call until the caller learns that the cashout is SUCCESS, on the stack of
// npm start. It also draws a picture that shows where the time of one cashout goes.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startInBackground } from '../local/background.ts';
import { freePort } from '../local/free-port.ts';
import { root } from '../local/service.ts';
import { type Account, checkStatements, openAccounts } from './end-to-end/callers.ts';
import { drawTrace } from './end-to-end/draw-trace.ts';
import { measure } from './end-to-end/measure.ts';
import { openReceiver } from './end-to-end/receiver.ts';
import { findingsOf, textOf } from './end-to-end/report.ts';
import { takeTrace } from './end-to-end/trace.ts';
import type { Options, Report, Section } from './section.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const endToEnd: Section = { key: 'end-to-end', title: 'End to end over HTTP', run };

async function run({ quick, progress }: Options): Promise<Report> {
  const folder = temporaryFolder('end-to-end');
  const spansPort = await freePort();
  const recorder = pathToFileURL(join(root, 'bench/end-to-end/record-spans.ts')).href;
  const env = { NODE_OPTIONS: `--import ${recorder}`, SPANS_PORT: String(spansPort) };
  const [receiver, stack] = await Promise.all([openReceiver(), startInBackground(folder, [], { env })]);
  const { baseUrl } = stack;
  try {
    progress('the stack is up');
    const most = quick ? 10 : 50;
    const own = await openAccounts(baseUrl, most);
    const told = await openAccounts(baseUrl, most);
    const shared = await openAccounts(baseUrl, 1);
    for (const account of told) await receiver.register(account);
    // The recorder stops after this, so that the next measurements run without it.
    const trace = await takeTrace(told[0] as Account, receiver, spansPort, quick ? 5 : 20);
    progress(`traced: ${trace.total.toFixed(0)} ms`);
    const measured = await measure({ own, told, shared, receiver, baseUrl, quick, progress });
    await checkStatements([...own, ...told, ...shared]);
    return {
      findings: findingsOf(measured),
      text: textOf(measured, trace),
      files: { 'trace.svg': drawTrace(trace) },
    };
  } finally {
    receiver.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
