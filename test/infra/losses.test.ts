// Causes each loss of the table in docs/disaster.md on the real code, and evaluates its alarm over what the code has
// written then. In an hour with work and in an idle hour, none of these alarms is raised.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { type Loss, losses } from '../../infra/losses.ts';
import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { completeTransfer } from '../../lib/payout/complete-transfer.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { schedulesOf } from '../../local/schedules.ts';
import { root } from '../../local/service.ts';
import { openCaller, openTenant } from '../support/api.ts';
import { type Alarm, longestTo, type Run, staysQuiet } from '../support/evaluate-alarm.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

const service = inject('service');
let time = Date.parse('2026-11-22T12:30:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

type Name = keyof typeof losses;
type Key = (typeof keys)[number];
/** How the stage is changed by a loss. `stops`: the function that does not run any more. */
type Cause = { change: (deps: Deps) => Partial<Deps> } | { stops: Key };

const keys = [
  'resumeStalled',
  'expireCashouts',
  'reconcile',
  'reconcilePsp',
  'pollNetwork',
  'watchAddress',
  'watchCertificates',
] as const;
const fail = async () => {
  throw new Error('lost');
};
const none = async () => [];
const inboxOf = (listReceived: () => Promise<never[]>, listReports = listReceived): Partial<Deps> => ({
  inbox: { listReports, findReceived: async () => undefined, listReceived },
});
const addressOf = (status: number): Partial<Deps> => ({
  outbound: async () => ({ kind: 'answered', status, body: Buffer.from(''), headers: {} }) as never,
});
const well = ({ config }: Deps): Partial<Deps> => ({
  ...inboxOf(none),
  ...addressOf(200),
  // The certificate of such an address is AWS's own.
  config: { ...config, BASE_URL: 'https://abc.execute-api.sa-east-1.amazonaws.com', PSPS: [] },
});

/** Runs a function once, as its schedule does. */
async function run(key: Key, change: (deps: Deps) => Partial<Deps> = () => ({})): Promise<Run> {
  const counted: Counted[] = [];
  const deps = used.stack.with({ metrics: collecting(counted), pause: async () => {} });
  const healthy = { ...deps, ...well(deps) };
  const threw = await used.stack.invoke(key, {}, { ...healthy, ...change(healthy) }).then(
    () => false,
    () => true,
  );
  return { key, counted, threw };
}

/** The cashouts that have lost their messages. A test's end completes them, so that they do not grow old in the next. */
const lost: number[] = [];
afterEach(async () => {
  for (const id of lost.splice(0)) {
    await completeTransfer(used.stack.deps, id);
    await recordPendingEvents(used.stack.deps, id);
  }
});

async function openLost(): Promise<void> {
  const caller = await openCaller(used.send, await openTenant(used.send));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  lost.push((await caller.post('/create-cashout-self-approve', body)).body.id);
  time += 61_000;
}

const rates = new Map(schedulesOf(service).map(({ key, everyMs }) => [key, everyMs / 60_000]));
const rateOf = (key: Key) => rates.get(key) ?? Number.NaN;
/** A run ends in the minute before the loss, so the next one comes as late as possible. */
const isDue = (key: Key, minute: number) => Math.abs(minute + 1) % rateOf(key) === 0;
const runsOf =
  (before: ReadonlyMap<Key, Run>, after: ReadonlyMap<Key, Run>) =>
  (minute: number): Run[] =>
    keys.flatMap((key) => (isDue(key, minute) ? ((minute < 0 ? before : after).get(key) ?? []) : []));
async function runEach(change?: (deps: Deps) => Partial<Deps>): Promise<Map<Key, Run>> {
  const all = new Map<Key, Run>();
  for (const key of keys) all.set(key, await run(key, change));
  return all;
}

const alarmOf = (name: string) =>
  service.resources.Resources[`${name}Alarm`]?.Properties as unknown as Alarm | undefined;
const mostMinutes = 26 * 60;

/** Losses that the gateway's access log shows: the metrics of its filters, and the alarms of their windows. */
const inAccessLog = {
  tokensFail: { metrics: ['TokensAsked', 'TokensFailed'], windows: ['TokensFailing'] },
  callsFail: { metrics: ['CallsAsked', 'CallsFailed'], windows: ['CallsIn1Hour', 'CallsIn5Minutes'] },
} as const;

const causes: Record<Exclude<Name, 'cashoutStuck' | 'keyLost' | keyof typeof inAccessLog>, Cause> = {
  cashoutsUnread: {
    change: ({ watches, cashouts }) => ({
      watches: { ...watches, list: fail },
      cashouts: { ...cashouts, checkOpen: fail, get: fail },
    }),
  },
  cashoutUnread: { change: ({ cashouts }) => ({ cashouts: { ...cashouts, get: fail } }) },
  queueRefuses: {
    change: ({ queues }) => ({
      queues: { ...queues, offer: async (_, rows) => ({ unsent: [...rows], error: new Error('lost') }) },
    }),
  },
  sweepStopped: { stops: 'resumeStalled' },
  accountUnread: { change: ({ statement }) => ({ statement: { ...statement, listAfter: fail } }) },
  booksStopped: { stops: 'reconcile' },
  pspLists: { change: () => inboxOf(fail) },
  pollStopped: { stops: 'pollNetwork' },
  addressSilent: { change: () => addressOf(503) },
  pspShort: {
    change: ({ config }) => ({
      config: { ...config, PSP_FLOOR_CENTS: 100 as typeof config.PSP_FLOOR_CENTS },
      balances: [
        {
          place: config.PAYOUT_NETWORK,
          read: async () => ({ balanceCents: cents(0), blockedCents: cents(0) }),
        },
      ],
    }),
  },
  pollThrows: {
    change: ({ queues }) => ({
      ...inboxOf(none, async () => [{} as never]),
      queues: { ...queues, sendEvent: fail },
    }),
  },
  booksDiffer: {
    change: ({ accounts }) => ({
      accounts: {
        ...accounts,
        getAll: async (page) => page.map(() => undefined),
        get: async () => undefined,
      },
    }),
  },
  pspBooksStopped: { stops: 'reconcilePsp' },
  waitingUnread: { change: ({ cashouts }) => ({ cashouts: { ...cashouts, listWaited: fail } }) },
  startsStopped: { stops: 'expireCashouts' },
  certificateUnread: {
    change: ({ config }) => ({
      config: { ...config, PSPS: parsePsps('psp efi https://pix.example.com us') as PspEntry[] },
      readSecrets: fail,
    }),
  },
  certificatesStopped: { stops: 'watchCertificates' },
};

describe('the table of losses', () => {
  test.each(Object.entries(causes) as [keyof typeof causes, Cause][])(
    'the loss %s raises its alarm within the minutes that the table says',
    async (name, cause) => {
      const { alarm, minutes }: Loss = losses[name];
      const before = await runEach();
      await openLost();
      const after = 'stops' in cause ? new Map(before) : await runEach(cause.change);
      if ('stops' in cause) after.delete(cause.stops);

      expect(longestTo(alarmOf(alarm) as Alarm, runsOf(before, after), mostMinutes)).toBe(minutes);
    },
  );

  test('a cashout whose messages are all lost raises its alarm within the minutes that the table says', async () => {
    const { alarm, minutes } = losses.cashoutStuck;
    await runEach();
    const idle = await run('resumeStalled');
    await openLost();
    time -= 61_000;
    const written = new Map<number, Run>();
    const unheard = ({ queues }: Deps) => ({ queues: { ...queues, offer: async () => ({ unsent: [] }) } });
    for (let minute = 0; minute <= 40; minute++) {
      time += 60_000;
      written.set(minute, await run('resumeStalled', unheard));
    }

    const runsAt = (minute: number) => [written.get(minute) ?? idle];
    expect(longestTo(alarmOf(alarm) as Alarm, runsAt, mostMinutes)).toBe(minutes);
  });

  test.each(Object.entries(inAccessLog) as [keyof typeof inAccessLog, (typeof inAccessLog)['tokensFail']][])(
    'the loss %s, which the access log shows, raises its alarm within the minutes that the table says, and not without it',
    (name, { metrics: [asked, failed], windows }) => {
      // One call a minute. The filters write a 0 for each other line of the log.
      const counted = (bad: number) =>
        [
          [asked, 1],
          [failed, bad],
        ] as unknown as Counted[];
      const runsWith = (bad: (minute: number) => number) => (minute: number) => [
        { key: 'gateway', counted: counted(bad(minute)), threw: false },
      ];
      const alarms = windows.map((one) => alarmOf(one) as Alarm);
      const minutes = alarms.map((one) =>
        longestTo(
          one,
          runsWith((minute) => Number(minute >= 0)),
          mostMinutes,
        ),
      );

      expect(Math.max(...(minutes as number[]))).toBe(losses[name].minutes);
      for (const quiet of [runsWith(() => 0), () => []])
        expect(alarms.some((one) => !staysQuiet(one, quiet, mostMinutes))).toBe(false);
    },
  );

  const others = Object.entries(losses).flatMap(([name, { alarm }]) =>
    alarmOf(alarm) && !(name in inAccessLog) ? [alarm] : [],
  );
  test.each([...new Set(others)])(
    '%s is raised neither in hours with work nor in idle hours',
    async (alarm) => {
      const idle = await runEach();
      await openLost();
      const busy = await runEach();

      for (const runs of [idle, busy])
        expect(staysQuiet(alarmOf(alarm) as Alarm, runsOf(runs, runs), mostMinutes)).toBe(true);
    },
  );

  test.each(Object.values(losses) as Loss[])(
    'the runbook’s section $alarm has the command for: $lost',
    ({ alarm, command }) => {
      const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
      const [, section = ''] = runbook.split(`\n### ${alarm}\n`);

      expect(section.split('\n### ')[0]).toContain(command);
    },
  );

  test('a loss without an alarm names the rule that tells of it', () => {
    const without = (Object.values(losses) as Loss[]).filter(({ alarm }) => !alarmOf(alarm));

    expect(without.map(({ alarm }) => service.resources.Resources[alarm]?.Type)).toEqual([
      'AWS::Events::Rule',
    ]);
  });
});
