// Tells the story of the demo's company at the first sign-in to the console, once per data folder. A sign-in never
// fails because of it.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Demo, saveDemo } from './demo-company.ts';

/** A sign-in waits for the story at most this long (ms). */
const patienceMs = 15_000;

type Options = {
  /** The path of demo.json. */
  file: string;
  /** The settings of the functions. */
  settings: Record<string, string>;
  baseUrl: string;
  /** Runs the story while no worker runs. */
  hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
  say: (line: string) => unknown;
};

/** @returns a function that tells the story if nobody did, and settles when the sign-in may go on */
export function makeStory(options: Options): () => Promise<void> {
  let told: Promise<void> | undefined;
  return async () => {
    told ??= tellOnce(options).catch(({ message }: Error) => {
      options.say(`The console’s examples could not be made: ${message}`);
    });
    const timer = new AbortController();
    await Promise.race([told, pause(patienceMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  };
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Demo;

/** A story that was begun is not told again: its accounts exist, and the time of a statement only goes forward. */
async function tellOnce({ file, settings, baseUrl, hold }: Options): Promise<void> {
  if (!existsSync(file) || read(file).story) return;
  saveDemo(file, { ...read(file), story: { accounts: [] } });
  const accounts = await hold(() => tell(read(file).company_id, settings, baseUrl));
  const names = accounts.map(({ branch, number }) => `${branch}/${number}`);
  saveDemo(file, { ...read(file), story: { accounts: names } });
}

/** The service is loaded only now, so that npm start does not wait for it. */
async function tell(companyId: string, settings: Record<string, string>, baseUrl: string) {
  const [{ makeDeps }, { readConfig }, { findPlayers }, { openStage }, { tellStory }] = await Promise.all([
    import('../lib/app/live.ts'),
    import('../lib/platform/config.ts'),
    import('./story/players.ts'),
    import('./story/stage.ts'),
    import('./story/tell-story.ts'),
  ]);
  const stage = openStage((world) => makeDeps(readConfig(settings), world));
  const players = await findPlayers(stage, settings.CONSOLE_ISSUER ?? '', companyId);
  return tellStory(stage, players, baseUrl);
}
