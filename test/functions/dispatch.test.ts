import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import { startTriggers } from '../../local/triggers.ts';
import { openCaller, openTenant, sendInProcess, until } from '../support/api.ts';
import { engineClient } from '../support/clients.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

type Image = {
  id: number;
  status: CashoutStatus;
  pendingEvents: string[];
  account?: AccountRef;
  batchId?: string;
};
type Entry = { Id: string; MessageBody: string; DelaySeconds?: number };
type Message = { ids: number[] } | { account: AccountRef; page: number };

const [one, other] = [
  { branch: '0001', number: '11111' },
  { branch: '0001', number: '22222' },
];

type Refuse = (queue: string, message: string) => boolean;

/** Returns a queue client that refuses some messages and records the accepted ones. */
function refusing(isRefused: Refuse, isDown = false) {
  const sqs = engineClient(SQSClient);
  const sent: [queue: string, message: Message, delay: number][] = [];
  sqs.middlewareStack.add(
    (next) => async (args) => {
      const { QueueUrl, Entries = [] } = args.input as { QueueUrl: string; Entries?: Entry[] };
      const queue = QueueUrl.split('-').slice(4).join('-');
      if (isDown) throw Object.assign(new Error('key disabled'), { name: 'KmsDisabled' });
      const refused = Entries.filter(({ MessageBody }) => isRefused(queue, MessageBody));
      const accepted = Entries.filter((entry) => !refused.includes(entry));
      const Failed = refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false }));
      if (accepted.length === 0) return { response: {}, output: { Failed, $metadata: {} } } as never;
      const answer = await next({ ...args, input: { ...args.input, Entries: accepted } as never });
      for (const { MessageBody, DelaySeconds = 0 } of accepted)
        sent.push([queue, JSON.parse(MessageBody), DelaySeconds]);
      return { ...answer, output: { ...answer.output, Failed } };
    },
    { step: 'initialize' },
  );
  return { sqs, sent };
}

const now = new Date('2026-11-01T12:00:00.000Z');

const record = (after: Image, before?: Image, number = 1, age = 0) => ({
  eventName: before ? 'MODIFY' : 'INSERT',
  dynamodb: {
    SequenceNumber: String(number),
    ApproximateCreationDateTime: now.getTime() / 1_000 - age,
    NewImage: marshall(after),
    ...(before ? { OldImage: marshall(before) } : {}),
  },
});

/** @returns the sequence number from which the stream must continue, and the messages sent */
async function dispatched(Records: object[], isRefused: Refuse, isDown = false) {
  const { sqs, sent } = refusing(isRefused, isDown);
  const deps = stack.with({ sqs, now: () => now });
  const { batchItemFailures } = (await stack.invoke('dispatch', { Records }, deps)) as DynamoDBBatchResponse;
  expect(batchItemFailures.length).toBeLessThan(2);
  return { from: batchItemFailures[0]?.itemIdentifier, sent };
}

async function sentBy(...Records: object[]) {
  const { from, sent } = await dispatched(Records, () => false);
  expect(from).toBeUndefined();
  return sent.map(([queue, message]) => [queue, 'ids' in message ? message.ids : message]);
}

describe('a stream record', () => {
  const row = (status: CashoutStatus, ...pendingEvents: string[]): Image => ({
    id: 7,
    status,
    pendingEvents,
  });

  test.each([
    ['of a new row sends a message for its event', [row('NEW', 'created')], [['webhook-events', [7]]]],
    [
      'of a self-approved row sends a message for its transfer, whose worker also records the event',
      [row('PROCESSING', 'created')],
      [['transfers', [7]]],
    ],
    [
      'of an approval sends a message for the transfer',
      [row('PROCESSING', 'approved'), row('NEW')],
      [['transfers', [7]]],
    ],
    ['of an end sends nothing', [row('SUCCESS'), row('PROCESSING')], []],
    [
      'of a refund sends a message for its event',
      [row('REFUNDED', 'refunded'), row('SUCCESS')],
      [['webhook-events', [7]]],
    ],
    ['of a reservation sends nothing', [row('PROCESSING'), row('PROCESSING')], []],
    ['of a recorded event sends nothing', [row('SUCCESS'), row('SUCCESS', 'succeeded')], []],
  ] as const)('a record %s', async (_, [after, before], expected) => {
    expect(await sentBy(record(after, before))).toEqual(expected);
  });

  test('a record that is repeated in a batch gives one message', async () => {
    expect(await sentBy(record(row('NEW', 'created')), record(row('NEW', 'created')))).toEqual([
      ['webhook-events', [7]],
    ]);
  });

  test('a record of a deleted row is skipped', async () => {
    expect(await sentBy({ eventName: 'REMOVE', dynamodb: { OldImage: marshall(row('NEW')) } })).toEqual([]);
  });

  test('an unreadable record does not stop other records', async () => {
    const unreadable = record({ ...row('NEW'), pendingEvents: null } as unknown as Image);

    expect(await sentBy(unreadable, record(row('NEW', 'created')))).toEqual([['webhook-events', [7]]]);
    expect(stack.lines.join('\n')).toContain('a record of a stream cannot be read');
  });
});

const page = (account: AccountRef, position: string, number = 1, age = 0) => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: String(number),
    ApproximateCreationDateTime: now.getTime() / 1_000 - age,
    Keys: marshall({ account: `${account.branch}#${account.number}`, position }),
  },
});

test('a message with the account is sent for a new page of an event feed, and no message for a pointer row to an event', async () => {
  expect(await sentBy(page(one, '0000000000000007'), page(one, 'id#cashout-7-created'))).toEqual([
    ['webhook-events', { version: 1, account: one, page: 7 }],
  ]);
});

test('a message is sent for every record, even if there are more than ten records', async () => {
  const Records = Array.from({ length: 25 }, (_, index) =>
    record({ id: index + 1, status: 'NEW', pendingEvents: ['created'] }),
  );

  expect(await sentBy(...Records)).toHaveLength(25);
});

test('the messages for the lines of a batch are spread over the seconds until its next step, and other payouts are sent immediately', async () => {
  const line = (id: number): Image => ({
    id,
    status: 'PROCESSING',
    pendingEvents: [],
    account: one,
    batchId: 'b',
  });
  const { batchId: _, ...single } = line(13);
  const Records = [...Array.from({ length: 12 }, (_, index) => line(index + 1)), single].map((row) =>
    record(row),
  );
  const { sent } = await dispatched(Records, () => false);

  const delays = sent.flatMap(([, message, delay]) =>
    'ids' in message ? message.ids.map((id) => [id, delay] as const) : [],
  );
  expect(delays.toSorted(([a], [b]) => a - b)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => [index + 1, (index + 1) % 5]),
    [13, 0],
  ]);
});

describe('a message that a queue refuses', () => {
  const hours = 5 * 3_600;
  const approved = (number: number, account: AccountRef, age: number) =>
    record({ id: number, account, status: 'PROCESSING', pendingEvents: [] }, undefined, number, age);
  const created = (number: number, account: AccountRef, age: number) =>
    record({ id: number, account, status: 'NEW', pendingEvents: ['created'] }, undefined, number, age);
  const always = () => true;
  const ofOne = (_: string, message: string) => message.includes(one.number);
  const events = (queue: string) => queue === 'webhook-events';

  test('the stream repeats the records from the first refused one, and the messages of other accounts are sent', async () => {
    const Records = [approved(1, other, 0), approved(2, one, 0), approved(3, other, 0), approved(4, one, 0)];

    const { from, sent } = await dispatched(Records, ofOne);

    expect(from).toBe('2');
    expect(sent).toEqual([['transfers', { version: 1, ids: [1, 3], account: other }, 0]]);
  });

  test.each([
    [
      'all transfers, which are of several accounts',
      [approved(1, one, hours), approved(2, other, hours)],
      always,
    ],
    [
      'all transfers, which are of several accounts, but no events',
      [approved(1, one, hours), approved(2, other, hours), created(3, other, hours)],
      (queue: string) => queue === 'transfers',
    ],
    [
      'all pages, which are of several feeds',
      [page(one, '0001', 1, hours), page(other, '0001', 2, hours)],
      always,
    ],
  ])(
    'a stream record is retried for the whole outage if the queues refuse %s',
    async (_, Records, isRefused) => {
      expect((await dispatched(Records, isRefused)).from).toBe('1');
    },
  );

  test('a stream record is retried while no queue call is answered, even if all messages are of one account', async () => {
    expect((await dispatched([approved(1, one, hours)], always, true)).from).toBe('1');
  });

  test.each([
    [
      'the transfers of one account, but not those of another account',
      (age: number) => [approved(1, one, age), approved(2, other, age)],
      ofOne,
    ],
    [
      'the whole batch, which is of one account',
      (age: number) => [approved(1, one, age), approved(2, one, age)],
      always,
    ],
    [
      'events, because the stream may contain transfers after them',
      (age: number) => [created(1, one, age), created(2, other, age)],
      events,
    ],
  ])(
    'a stream record is retried for half a minute and then left to the sweep if the queues refuse %s',
    async (_, records, isRefused) => {
      expect((await dispatched(records(29), isRefused)).from).toBe('1');
      const before = stack.lines.length;

      expect((await dispatched(records(31), isRefused)).from).toBeUndefined();

      const lines = stack.lines.slice(before).join('\n');
      expect(lines).toContain('message not sent, resumeStalled sends it later');
    },
  );
});

test('after a queue outage, the stream sends all approvals from the outage without help from the sweep', async () => {
  const own = await openStack();
  const send = sendInProcess(own);
  const callers = await Promise.all([1, 2].map(async () => openCaller(send, await openTenant(send))));
  let isOut = true;
  let failures = 0;
  const { sqs } = refusing(() => isOut);
  const cut = own.with({ sqs });
  const triggers = startTriggers({
    ...own,
    sqs: engineClient(SQSClient),
    streams: engineClient(DynamoDBStreamsClient),
    async invoke(key, event) {
      if (key !== 'dispatch') return own.invoke(key, event);
      const answer = (await own.invoke(key, event, cut)) as DynamoDBBatchResponse;
      failures += answer.batchItemFailures.length;
      return answer;
    },
  });
  try {
    const created = await Promise.all(
      callers.map((caller) =>
        caller.post('/create-cashout-self-approve', {
          ...caller.source,
          amount: 1,
          key: 'fulano@example.com',
        }),
      ),
    );
    await until(
      async () => failures,
      (count) => count >= 3,
    );
    isOut = false;

    const rows = await until(
      () => Promise.all(created.map(({ body }) => own.deps.cashouts.get(body.id))),
      (found) => found.every((row) => row?.status === 'SUCCESS'),
    );

    expect(rows.map((row) => row?.resumes)).toEqual([0, 0]);
  } finally {
    await triggers.stop();
    await own.stop();
  }
});
