import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queues } from '../../lib/app/queues.ts';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

type Image = { id: number; status: CashoutStatus; pendingEvents: string[] };

const record = (after: Image, before?: Image) => ({
  eventName: before ? 'MODIFY' : 'INSERT',
  dynamodb: { NewImage: marshall(after), ...(before ? { OldImage: marshall(before) } : {}) },
});

async function dispatched(...Records: object[]) {
  const sent: [string, number][] = [];
  const queues: Queues = {
    ...stack.deps.queues,
    send: async (queue, { id }) => void sent.push([queue, id]),
    sendAll: async (queue, works) => works.forEach(({ id }) => void sent.push([queue, id])),
  };
  await stack.invoke('dispatch', { Records }, stack.with({ queues }));
  return sent.sort();
}

describe('a stream record', () => {
  const row = (status: CashoutStatus, ...pendingEvents: string[]): Image => ({
    id: 7,
    status,
    pendingEvents,
  });

  test.each([
    ['of a new row sends its event', [row('NEW', 'created')], [['webhook-events', 7]]],
    [
      'of a self-approved row sends its transfer, whose worker records its event',
      [row('PROCESSING', 'created')],
      [['transfers', 7]],
    ],
    ['of an approval sends its transfer', [row('PROCESSING', 'approved'), row('NEW')], [['transfers', 7]]],
    ['of an end sends nothing', [row('SUCCESS'), row('PROCESSING')], []],
    ['of a refund sends its event', [row('REFUNDED', 'refunded'), row('SUCCESS')], [['webhook-events', 7]]],
    ['of a reservation sends nothing', [row('PROCESSING'), row('PROCESSING')], []],
    ['of a recorded event sends nothing', [row('SUCCESS'), row('SUCCESS', 'succeeded')], []],
  ] as const)('%s', async (_, [after, before], expected) => {
    expect(await dispatched(record(after, before))).toEqual(expected);
  });

  test('given twice in one batch is one message', async () => {
    expect(await dispatched(record(row('NEW', 'created')), record(row('NEW', 'created')))).toEqual([
      ['webhook-events', 7],
    ]);
  });

  test('that is a removal is passed over', async () => {
    expect(await dispatched({ eventName: 'REMOVE', dynamodb: { OldImage: marshall(row('NEW')) } })).toEqual(
      [],
    );
  });
});

test('a failing queue neither blocks the other one nor has the batch sent again', async () => {
  const sent: number[] = [];
  const queues: Queues = {
    ...stack.deps.queues,
    send: async () => {},
    sendAll: async (queue, works) => {
      if (queue === 'webhook-events') throw new Error('queue refuses');
      sent.push(...works.map(({ id }) => id));
    },
  };
  const Records = [
    record({ id: 7, status: 'PROCESSING', pendingEvents: ['created'] }),
    record({ id: 8, status: 'NEW', pendingEvents: ['created'] }),
  ];

  await stack.invoke('dispatch', { Records }, stack.with({ queues }));

  expect(sent).toEqual([7]);
  expect(stack.lines.at(-1)).toContain('resumeStalled sends it later');
});

test('new pages of event feeds are sent by account, and the pointers beside them are not', async () => {
  const pages: object[] = [];
  const sendPages: Queues['sendPages'] = async (all) => void pages.push(...all);
  const Records = ['0000000000000007', 'id#cashout-7-created'].map((position) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: marshall({ account: '0001#12345', position }) },
  }));

  await stack.invoke('dispatch', { Records }, stack.with({ queues: { ...stack.deps.queues, sendPages } }));

  expect(pages).toEqual([{ account: { branch: '0001', number: '12345' }, page: 7 }]);
});

test('a batch is sent on whole, more than ten at a time', async () => {
  const Records = Array.from({ length: 25 }, (_, index) =>
    record({ id: index + 1, status: 'NEW', pendingEvents: ['created'] }),
  );

  expect(await dispatched(...Records)).toHaveLength(25);
  await expect(stack.invoke('dispatch', { Records })).resolves.toBeUndefined();
});
