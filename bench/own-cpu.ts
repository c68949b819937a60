// Measures a request without the SDK. The request runs once against the engine and is then repeated with the recorded
// answers. The CPU time that remains is the service's own, from the event to the answer, including the log line and
// metrics.

import { makeDeps } from '../lib/app/live.ts';
import type { World } from '../lib/app/runtime.ts';
import { documentClient } from '../lib/platform/table.ts';
import type { Contestant } from './blocks.ts';
import { handlersOf } from './caller.ts';
import { checkAnswer, type OwnRequest } from './own-requests.ts';
import type { Stage } from './stage.ts';

type Send = (command: object) => Promise<unknown>;

/** @param world the dependencies with the log and metrics to measure */
export async function withoutSdk(
  config: Stage['config'],
  world: World,
  request: OwnRequest,
): Promise<Contestant> {
  const client = documentClient();
  const ask = client.send.bind(client) as Send;
  let answers = new Map<string, Promise<unknown>[]>();
  const noteAnswer: Send = (command) => {
    const answer = ask(command);
    const { name } = command.constructor;
    answers.set(name, [...(answers.get(name) ?? []), answer]);
    return answer;
  };
  const at = new Date();
  // The clock is fixed, so that the container's cached data about a client stays fresh. In production this is true for
  // all but one request a minute. The bound is large for the same reason: the cached count of open transfers stays
  // usable.
  const roomy = { ...config, OPEN_TRANSFERS_MAX: 1_000_000_000 };
  const handle = handlersOf(makeDeps(roomy, { ...world, client, now: () => at }));
  Object.assign(client, { send: noteAnswer });
  checkAnswer(request, await handle(await request.make()));
  answers = new Map();
  const recorded = await request.make();
  checkAnswer(request, await handle(structuredClone(recorded)));

  let asked = new Map<string, number>();
  const giveAnswer: Send = async ({ constructor: { name } }) => {
    const place = asked.get(name) ?? 0;
    asked.set(name, place + 1);
    const answer = answers.get(name)?.[place];
    if (!answer) throw new Error(`no further answer to ${name} was recorded for ${request.name}`);
    return answer;
  };
  Object.assign(client, { send: giveAnswer });
  return {
    prepare: async (count) =>
      Array.from({ length: count }, () => {
        const event = structuredClone(recorded);
        return () => {
          asked = new Map();
          return handle(event);
        };
      }),
    check: (answer) => checkAnswer(request, answer),
  };
}
