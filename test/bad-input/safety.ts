// What holds of every answer, whatever was sent: none of ours is at fault, a refusal has one shape and has changed
// nothing, and nothing is told that was not known.

import { expect } from 'vitest';
import { type Answer, sendInProcess } from '../support/api.ts';
import { notingWrites } from '../support/faults.ts';
import { canary } from './arbitrary.ts';
import { type Change, type Table, toCall } from './ask.ts';
import type { Scene } from './scene.ts';
import { expectTellsNothing, withKeptMessages } from './traces.ts';

const safeHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
const statuses = [200, 400, 401, 404, 409, 422];

/** @returns what sends a changed request, and proves of the answer what holds of every one */
export function watch(scene: Scene) {
  const { stack } = scene;
  const { client, written } = notingWrites();
  const { deps, takeMessages } = withKeptMessages(stack, client);
  const send = sendInProcess(stack, deps);

  return async (table: Omit<Table, 'rows'>, change: Change): Promise<Answer> => {
    const lines = stack.lines.length;
    written.length = 0;
    const call = toCall(scene, table, change);
    const answer = await send(call);
    const told = takeMessages();

    expect(answer.headers).toMatchObject(safeHeaders);
    expect(statuses).toContain(answer.status);
    expectTellsNothing(scene, call, answer, stack.lines.slice(lines));
    expect(stack.lines.slice(lines).join()).not.toContain(canary);
    if (answer.status !== 200) {
      expectRefusal(answer);
      // A wrong one-time code is counted, and nothing else.
      const isCode = table.route === 'POST /create-manual-transfer' && answer.status === 401;
      expect([isCode ? written.filter((name) => name !== 'UpdateItemCommand') : written, told]).toEqual([
        [],
        [],
      ]);
    }
    return answer;
  };
}

function expectRefusal({ status, body }: Answer) {
  const message = expect.stringMatching(/./);
  const errors = { errors: body.errors };
  const lists = status === 422 || status === 409;
  const oauth = body.error === undefined ? {} : { error: expect.stringMatching(/^[a-z_]+$/) };
  expect(body).toEqual({
    worked: false,
    detail: body.message,
    message,
    data: null,
    ...(lists ? errors : {}),
    ...oauth,
  });
  if (lists) expect(body.errors).toEqual(body.errors.map(() => ({ field: message, message })));
  if (lists) expect(body.errors).not.toEqual([]);
  expect(JSON.stringify(body)).not.toContain(canary);
}
