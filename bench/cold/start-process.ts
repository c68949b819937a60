// Measures one cold start, which is the whole life of a process, from before its start until its end.

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const runtime = fileURLToPath(new URL('runtime.mjs', import.meta.url));

type Start = {
  /** The path of the bundle. */
  bundle: string;
  environment: Record<string, string>;
  /** The event for the handler. Without an event, the process only loads the bundle. */
  event?: object;
};

/** Returns the milliseconds that the whole process took. Throws if the answer is not 200. */
export async function startProcess({ bundle, environment, event }: Start): Promise<number> {
  const env = { ...environment, BUNDLE: bundle, ...(event ? { EVENT: JSON.stringify(event) } : {}) };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [runtime], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([
    text(child.stdout),
    new Promise((ended) => child.once('close', ended)),
  ]);
  const milliseconds = performance.now() - startedAt;
  const answer = JSON.parse(output.trim().split('\n').at(-1) || '{}') as { statusCode?: number };
  if (answer.statusCode !== (event ? 200 : 0)) throw new Error(`${bundle} gave no answer: ${output}`);
  return milliseconds;
}
