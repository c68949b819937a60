// Runs mixed traffic of several companies for twenty minutes on the stack of npm start. Checks whether the stack stays
// stable, and whether it is as fast at the end as at the start. Needs Linux, because it reads /proc.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startInBackground } from '../local/background.ts';
import { cpuSeconds, megabytesOf } from './process-use.ts';
import type { Options, Report, Section } from './section.ts';
import { checkBooks } from './soak/books.ts';
import type { Mark } from './soak/compared.ts';
import { openEngineFiles } from './soak/engine-files.ts';
import { askHeaps, probed } from './soak/heaps.ts';
import { lookAtIdle } from './soak/idle.ts';
import { round, runKind, slotsPerSecond } from './soak/mix.ts';
import { deletePassing } from './soak/received.ts';
import { findingsOf, textOf } from './soak/report.ts';
import { processesOf, startSampling } from './soak/sampling.ts';
import { openScene } from './soak/scene.ts';
import { runAtPace } from './soak/schedule.ts';
import { type Window, windowsOf } from './soak/windows.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const soak: Section = { key: 'soak', title: 'A load that lasts', isApart: true, run };

/**
 * Times in seconds. Each window contains whole rounds of the mix, and whole cycles of the receiver that fails for a
 * while.
 */
const whole = {
  warmUp: 120,
  load: 1_200,
  window: 120,
  idle: 60,
  failing: { everyMs: 60_000, forMs: 10_000 },
};
const short = { warmUp: 24, load: 48, window: 16, idle: 10, failing: { everyMs: 16_000, forMs: 2_000 } };
/** The maximum number of flows that run in parallel. */
const atOnce = 64;

async function run({ quick, progress }: Options): Promise<Report> {
  const lengths = quick ? short : whole;
  const folder = temporaryFolder('soak');
  const probes = join(folder, 'probes');
  const stack = await startInBackground(folder, [], { env: probed(probes) });
  const pid = stack.child.pid ?? 0;
  const files = openEngineFiles(folder);
  let begun = performance.now();
  const now = () => performance.now() - begun;
  const scene = await openScene(stack.baseUrl, lengths.failing, now);
  try {
    progress('the stack is up');
    const loadMs = (lengths.warmUp + lengths.load) * 1_000;
    const windows = windowsOf(lengths.warmUp * 1_000, loadMs, lengths.window * 1_000);
    begun = performance.now();
    const sampling = startSampling(processesOf(pid), files, scene.never, now);
    const marks = markWindows(windows, now, async (window) => {
      sampling.lookAtSizes();
      const used = cpuSeconds(pid);
      progress(`${window.name} of ${windows.length} windows are over, ${scene.answered.length} answers`);
      // Garbage collection is forced only in the two compared windows. In other windows it would make the result better
      // than in normal use.
      const isCompared = window === windows[0] || window === windows.at(-1);
      if (!isCompared) return { window, cpuSeconds: used, heaps: [] };
      const heaps = await askHeaps(probes);
      await pause(1_000);
      return { window, cpuSeconds: used, heaps, megabytes: megabytesOf(pid) };
    });
    const late = await runAtPace(
      { round, perSecond: slotsPerSecond, seconds: loadMs / 1_000, atOnce, now },
      (kind, turn, due) => runKind(scene, kind, turn, due),
    );
    await deletePassing(scene);
    const marked = await marks;
    sampling.stop();
    const [own, deleted] = [scene.never.slice(0, 1), scene.never.slice(1)];
    const waiting = {
      own: files.waiting(own),
      deleted: files.waiting(deleted),
      pointers: files.pointers(),
    };
    const answered = scene.answered.slice();
    progress('the load is over');
    const books = await checkBooks(scene, files, folder);
    progress(`the books are checked, ${books.drainSeconds.toFixed(0)} s later`);
    const idle = await lookAtIdle(processesOf(pid), lengths.idle);
    const measured = { ...sampling.samples, windows, marks: marked, answered, ended: scene.ended };
    const rest = { late, books, idle, waiting, calls: scene.receivers.calls, lengths };
    return { findings: findingsOf({ ...measured, ...rest }), text: textOf({ ...measured, ...rest }) };
  } finally {
    scene.close();
    files.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes measurements at the start of the first window and at the end of each. */
async function markWindows(
  windows: readonly Window[],
  now: () => number,
  look: (window: Window) => Promise<Mark>,
): Promise<Mark[]> {
  const [first] = windows;
  const marks: Mark[] = [];
  const before = first ? [{ name: '0', from: 0, to: first.from }] : [];
  for (const window of [...before, ...windows]) {
    await pause(Math.max(0, window.to - now()));
    marks.push(await look(window));
  }
  return marks;
}
