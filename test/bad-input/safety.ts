// Checks that apply to every answer, whatever the request: it is not a server error, every refusal has the same format
// and changes nothing, and no answer discloses secrets.

import { afterAll, beforeAll, expect } from 'vitest';
import type { HttpCall } from '../../local/gateway/event.ts';
import { type Answer, type Send, sendInProcess } from '../support/api.ts';
import { notingWrites } from '../support/faults.ts';
import { type HttpDoor, isGateways, isWithinHeaderLimit, openHttpDoor } from '../support/http-door.ts';
import { useStack } from '../support/use-stack.ts';
import { canary } from './arbitrary.ts';
import { type Change, type Table, toCall } from './ask.ts';
import { clock, openScene, type Scene } from './scene.ts';
import { expectTellsNothing, withKeptMessages } from './traces.ts';

const safeHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
const statuses = [200, 400, 401, 404, 409, 422];

/** The gateway itself may answer with these statuses: to malformed HTTP, and to a path without a route. */
const gatewayStatuses = [400, 404];

export type Ask = (table: Omit<Table, 'rows'>, change: Change) => Promise<Answer>;

type Watched = {
  scene: Scene;
  /** Sends requests alternately in process and over HTTP. */
  ask: Ask;
  /** If the first answer is a refusal, sends the request both ways, and checks that the answers are the same. */
  askBoth: (...asked: Parameters<Ask>) => Promise<void>;
};

/**
 * Opens a scene for the tests of one file, and sends changed requests to it. It makes the checks named above for each
 * answer.
 * @param options the options of openStack
 */
export function useWatch(options: Parameters<typeof useStack>[0] = {}): Watched {
  const used = useStack({ now: clock, ...options });
  const watched = {} as Watched;
  let door: HttpDoor;
  beforeAll(async () => {
    const scene = await openScene(used.stack);
    const { client, written } = notingWrites();
    const { deps, takeMessages } = withKeptMessages(used.stack, client);
    door = await openHttpDoor(used.stack, deps);
    const inProcess = sendInProcess(used.stack, deps);

    const askBy = async (send: Send, table: Omit<Table, 'rows'>, call: HttpCall) => {
      const lines = used.stack.lines.length;
      written.length = 0;
      const answer = await send(call);
      const told = takeMessages();

      expectTellsNothing(scene, call, answer, used.stack.lines.slice(lines));
      expect(used.stack.lines.slice(lines).join()).not.toContain(canary);
      if (isGateways(answer)) expect(gatewayStatuses).toContain(answer.status);
      else expectAnswer(answer);
      if (answer.status !== 200) {
        // A wrong one-time code is counted in the table. It may change nothing else.
        const isCode = table.route === 'POST /create-manual-transfer' && answer.status === 401;
        const changed = isCode ? written.filter((name) => name !== 'UpdateItemCommand') : written;
        expect([changed, told]).toEqual([[], []]);
      }
      return answer;
    };

    let asked = 0;
    const ask: Ask = (table, change) => {
      const call = toCall(scene, table, change);
      const isHttp = asked++ % 2 === 1 && isWithinHeaderLimit(call);
      return askBy(isHttp ? door.send : inProcess, table, call);
    };
    const askBoth = async (table: Omit<Table, 'rows'>, change: Change) => {
      const call = toCall(scene, table, change);
      const { status, body } = await askBy(inProcess, table, call);
      if (status !== 200) expect(await askBy(door.send, table, call)).toMatchObject({ status, body });
    };
    Object.assign(watched, { scene, ask, askBoth });
  });
  afterAll(() => door.close());
  return watched;
}

function expectAnswer(answer: Answer) {
  expect(answer.headers).toMatchObject(safeHeaders);
  expect(statuses).toContain(answer.status);
  if (answer.status !== 200) expectRefusal(answer);
}

function expectRefusal({ status, body }: Answer) {
  const message = expect.stringMatching(/./);
  const errors = { errors: body.errors };
  const lists = status === 422;
  const described = body.detail === body.message ? {} : { error_description: body.detail };
  const oauth = body.error === undefined ? {} : { error: expect.stringMatching(/^[a-z_]+$/), ...described };
  // A refusal of credentials has more text than the message, a 409 names the fields that differ, and a 404 may name the
  // slash at the end of the path.
  const saysMore = status === 401 || body.error !== undefined;
  const slash = 'Not found (the path ends in a slash)';
  const told = status === 404 && body.detail === slash ? slash : body.message;
  expect(body).toEqual({
    worked: false,
    detail: saysMore ? message : status === 409 ? expect.stringContaining(body.message) : told,
    message,
    data: null,
    ...(lists ? errors : {}),
    ...oauth,
  });
  // A fault in a line of a batch also has the position and the id of the line.
  const ofLine = ({ record, row, line_id }: Record<string, unknown>) =>
    record === undefined ? {} : { record: expect.any(Number), row, line_id };
  if (lists)
    expect(body.errors).toEqual(
      body.errors.map((fault: Record<string, unknown>) => ({ field: message, message, ...ofLine(fault) })),
    );
  if (lists) expect(body.errors).not.toEqual([]);
  expect(JSON.stringify(body)).not.toContain(canary);
}
