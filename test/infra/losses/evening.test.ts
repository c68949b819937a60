// An evening on call (docs/disaster.md): each fault is made on the real code, somebody is paged, mends it ten minutes
// later, and the alarm ends. Commands of the runbook are run where they do not need CloudWatch.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { callLosses } from '../../../infra/losses/calls.ts';
import { queueLosses } from '../../../infra/losses/queues.ts';
import { scheduleLosses } from '../../../infra/losses/schedules.ts';
import type { Deps } from '../../../lib/app/deps.ts';
import { takeStep } from '../../../lib/payout/take-step.ts';
import { countDatabaseFaults } from '../../../lib/platform/database-faults.ts';
import { documentClient } from '../../../lib/platform/table.ts';
import { root } from '../../../local/service.ts';
import { checkNetwork } from '../../../operate/check-network.ts';
import { openPspStack } from '../../psp/psp-stack.ts';
import { openCaller, openTenant, sendInProcess } from '../../support/api.ts';
import { engineClient } from '../../support/clients.ts';
import { endOf, type Timeline, type Written } from '../../support/evaluate-alarm.ts';
import { filtered } from '../../support/metric-filters.ts';
import { type Counted, collecting } from '../../support/stack.ts';
import { useStack } from '../../support/use-stack.ts';
import { alarmOf, minutesTo, writtenOf } from './raised.ts';

const used = useStack();
const untilMinutes = 26 * 60;
/** Minutes from the page to the end of the fault: reading the runbook's entry, its first command, and what it says. */
const mendMinutes = 10;

/** Returns when people are paged, and when the alarm has ended after the fault has ended. */
function evening(alarm: string, timeline: (mendedAt: number) => Timeline) {
  const page = minutesTo(alarm, timeline(Number.POSITIVE_INFINITY)) ?? Number.NaN;
  const end = endOf(alarmOf(alarm), timeline(page + mendMinutes), page, untilMinutes);
  return { alarm, page, end };
}

const during =
  (bad: readonly Written[], good: readonly Written[]) =>
  (mendedAt: number): Timeline =>
  (minute) =>
    minute >= 0 && minute < mendedAt ? bad : good;

const tellsOf = (
  name: string,
  { alarm, page, end }: { alarm: string; page: number; end?: number | undefined },
) => {
  const text = readFileSync(join(root, 'docs/disaster.md'), 'utf8');
  const [, row = ''] = new RegExp(`\\n\\| ${name} +\\|(.*)\\|`).exec(text) ?? [];
  const cells = row.split('|').map((cell) => cell.trim());
  expect([cells[0], cells[1], cells.at(-1)]).toEqual([
    String(page),
    `[${alarm}](runbook.md#${alarm.toLowerCase()})`,
    String(end),
  ]);
};

test('a PSP that is dead pages, and the alarm ends after it answers again', { tags: 'dear' }, async () => {
  let time = Date.parse('2026-11-22T12:30:00.000Z');
  const one = await openPspStack(() => new Date(time));
  onTestFinished(one.close);
  const [counted, open] = [[] as Counted[], new Set<number>()];
  const queues = { ...one.stack.deps.queues, send: async () => {} };
  const deps = one.stack.with({ metrics: collecting(counted), queues });
  const send = sendInProcess(one.stack, deps);
  const tenant = await openTenant(send);
  const look = () =>
    checkNetwork({
      name: 'main',
      psp: 'efi',
      url: one.psp.url,
      key: 'us@example.com',
      secret: one.psp.secret,
      now: new Date(time),
    } as never);
  const minutes: Written[][] = [];
  const page = 13;
  for (let minute = -10; minute <= 120; minute++) {
    one.psp.faults.length = 0;
    if (minute >= 0 && minute < page + mendMinutes) one.psp.faults.push(...Array(5_000).fill('503 before'));
    if (minute === page) expect((await look()).every(({ ok }) => ok)).toBe(false);
    time += 60_000;
    counted.length = 0;
    const caller = await openCaller(send, tenant);
    const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    open.add((await caller.post('/create-cashout-self-approve', body)).body.id);
    for (const id of open) {
      await takeStep(deps, id);
      if ((await deps.cashouts.get(id))?.status === 'SUCCESS') open.delete(id);
    }
    minutes.push(writtenOf(counted));
  }
  const lived: Timeline = (minute) => minutes[minute + 10] ?? [];

  expect(minutesTo('CashoutsLate', lived)).toBe(page);
  // The PSP takes the last payment, and says at the next look-up that it is paid.
  for (const id of open) await takeStep(deps, id);
  const ends = await Promise.all([...open].map((id) => deps.cashouts.get(id)));
  expect(ends.every((cashout) => cashout?.status === 'SUCCESS')).toBe(true);
  tellsOf('the PSP is dead', {
    ...{ alarm: 'CashoutsLate', page },
    end: endOf(alarmOf('CashoutsLate'), lived, page, 130),
  });
});

/** Makes a call in a healthy and in a broken stage, and returns what the access log's filters write. */
async function bothOf(
  call: (send: ReturnType<typeof sendInProcess>) => Promise<{ status: number }>,
  route: string,
  broken: Partial<Deps>,
) {
  const { stack } = used;
  const write = async (deps: Deps) =>
    filtered(stack.service.resources.Resources, {
      route,
      status: String((await call(sendInProcess(stack, deps))).status),
    });
  return { good: await write(stack.deps), bad: await write({ ...stack.deps, ...broken }) };
}

const askToken = async (send: ReturnType<typeof sendInProcess>) => {
  const { client_id, client_secret } = await openTenant(used.send);
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const body = 'grant_type=client_credentials';
  return send({ method: 'POST', path: '/oauth2/token', headers: { authorization }, body });
};

test.each(['the token secret is broken', 'a bad deployment of issueToken'])(
  '%s: calls for a token page until the former state is back',
  async (name) => {
    const issue = async () => {
      throw new Error('broken');
    };
    const tokens = { ...used.stack.deps.tokens, issue };
    const { good, bad } = await bothOf(askToken, 'POST /oauth2/token', { tokens });

    const told = evening('TokensFailing', during(bad, good));
    expect(told.page).toBe(callLosses.tokensFail.minutes);
    tellsOf(name, told);
  },
);

test('a message that no worker can read pages until it is sent again to a worker that can', () => {
  const letter = { metric: 'ApproximateNumberOfMessagesVisible', value: 1, of: 'TransfersDeadLetterQueue' };
  const { minutes } = queueLosses.transfersPoisoned;
  const told = evening(
    'TransfersDeadLetter',
    (mendedAt) => (minute) => (minute >= minutes - 1 && minute < mendedAt ? [letter] : []),
  );

  expect(told.page).toBe(minutes);
  tellsOf('a poison message', told);
});

test('a table that is throttled tells, and the alarm ends by itself', { tags: 'dear' }, async () => {
  const counted: Counted[] = [];
  const throttle = { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' };
  const answer = { statusCode: 400, headers: {}, body: Buffer.from(JSON.stringify(throttle)) };
  const settings = {
    requestHandler: { handle: async () => ({ response: answer }) },
    maxAttempts: 2,
  } as never;
  const client = countDatabaseFaults(
    documentClient(engineClient(DynamoDBClient, settings)),
    collecting(counted).count,
  );
  await takeStep(used.stack.with({ client }), 1).catch(() => {});
  expect(counted.length).toBe(2);
  // Five payments are tried in each minute.
  const bad = Array.from({ length: 5 }, () => writtenOf(counted)).flat();

  tellsOf('a table is throttled', evening('DatabaseFaults', during(bad, [])));
});

test('a key that is disabled pages by its rule, and before that because nothing can be read', () => {
  const { alarm, minutes } = scheduleLosses.cashoutsUnread;
  const runs: Written[] = [{ metric: 'OldestOpen', value: 0 }];

  const told = evening(alarm, during([], runs));
  expect(told.page).toBe(minutes);
  tellsOf('the data key is disabled', told);
});
