// Causes each loss that a schedule shows (docs/disaster.md) on the real code, and evaluates its alarm over what the code
// has written then. In an hour with work and in an idle hour, none of these alarms is raised.

import { generate } from 'selfsigned';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { scheduleLosses } from '../../../infra/losses/schedules.ts';
import type { Deps } from '../../../lib/app/deps.ts';
import { cents } from '../../../lib/base/money.ts';
import { recordPendingEvents } from '../../../lib/cashout/record-pending-events.ts';
import type { PspLists } from '../../../lib/network/inbox.ts';
import { takeStep } from '../../../lib/payout/take-step.ts';
import { type PspEntry, parsePsps } from '../../../lib/platform/psp-list.ts';
import { schedulesOf } from '../../../local/schedules.ts';
import { openCaller, openTenant } from '../../support/api.ts';
import type { Written } from '../../support/evaluate-alarm.ts';
import { type Counted, collecting } from '../../support/stack.ts';
import { useStack } from '../../support/use-stack.ts';
import { isQuiet, minutesTo, writtenOf } from './raised.ts';

const service = inject('service');
let time = Date.parse('2026-11-22T12:30:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

const keys = [
  'resumeStalled',
  'expireCashouts',
  'reconcile',
  'reconcilePsp',
  'pollNetwork',
  'watchAddress',
  'watchCertificates',
  'synthetic',
] as const;
type Key = (typeof keys)[number];
/** How the stage is changed by a loss. `stops`: the function that does not run any more. */
type Cause = { change: (deps: Deps) => Partial<Deps> } | { stops: Key };
type Runs = ReadonlyMap<Key, Written[]>;

const fail = async () => {
  throw new Error('lost');
};
const none = async () => [];
const inboxOf = (change: Partial<PspLists> = {}): Partial<Deps> => ({
  inbox: {
    findReceived: async () => undefined,
    lists: [{ place: 'main', isFormer: false, listReports: none, listReceived: none, ...change }],
  },
});
/** The address answers everything alike. The synthetic payment takes that as a cashout that is paid. */
const addressOf = (status: number): Partial<Deps> => ({
  outbound: async ({ url }) => {
    const paid = { id: 1, status: 'SUCCESS', access_token: 'x', accounts: [{}], worked: true };
    const body = Buffer.from(url.endsWith('jwks.json') ? '{}' : JSON.stringify(paid));
    return { kind: 'answered', status, body, headers: {}, isWhole: true } as never;
  },
});
const payer = { client_id: 'a', client_secret: 'b', hmac_secret: 'c', key: 'd', pays: true };
/** A PSP whose certificate ends after these days. */
const certificateOf = async (days: number) =>
  (
    await generate([{ name: 'commonName', value: 'psp' }], {
      keyType: 'ec',
      notBeforeDate: new Date(time - 400 * 86_400_000),
      notAfterDate: new Date(time + days * 86_400_000),
    })
  ).cert;
const certificates = {
  ends: await certificateOf(6.5),
  endsSoon: await certificateOf(29.5),
  isNew: await certificateOf(200),
};
const pspWith =
  (certificate: string) =>
  ({ config }: Deps) => ({
    config: { ...config, PSPS: parsePsps('psp efi https://pix.example.com us') as PspEntry[] },
    readSecrets: async () => ({ psp: { client_id: 'a', client_secret: 'b', certificate, private_key: '' } }),
  });
const well = (deps: Deps): Partial<Deps> => {
  const { config, readSecrets } = pspWith(certificates.isNew)(deps);
  return {
    ...inboxOf(),
    ...addressOf(200),
    synthetic: { find: async () => payer } as never,
    readSecrets,
    // The certificate of such an address is AWS's own.
    config: { ...config, BASE_URL: 'https://abc.execute-api.sa-east-1.amazonaws.com' },
  };
};

/** Runs a function once, as its schedule does. */
async function run(key: Key, change: (deps: Deps) => Partial<Deps> = () => ({})): Promise<Written[]> {
  const counted: Counted[] = [];
  const deps = used.stack.with({ metrics: collecting(counted), pause: async () => {} });
  const healthy = { ...deps, ...well(deps) };
  const errors = await used.stack.invoke(key, {}, { ...healthy, ...change(healthy) }).then(
    () => 0,
    () => 1,
  );
  return [
    ...writtenOf(counted),
    { metric: 'Invocations', value: 1, of: key },
    { metric: 'Errors', value: errors, of: key },
  ];
}

/** The cashouts that have lost their messages. A test's end completes them, so that they do not grow old in the next. */
const lost: number[] = [];
afterEach(async () => {
  for (const id of lost.splice(0)) {
    await takeStep(used.stack.deps, id);
    await recordPendingEvents(used.stack.deps, id);
  }
});

async function openLost(): Promise<void> {
  const caller = await openCaller(used.send, await openTenant(used.send));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  lost.push((await caller.post('/create-cashout-self-approve', body)).body.id);
  time += 61_000;
}

/** The synthetic payment is off in the stage local. Elsewhere it runs every five minutes. */
const rates = new Map(schedulesOf(service).map(({ key, everyMs }) => [key, everyMs / 60_000]));
const rateOf = (key: Key) => rates.get(key) ?? 5;
/** A run ends in the minute before the loss, so the next one comes as late as possible. */
const isDue = (key: Key, minute: number) => Math.abs(minute + 1) % rateOf(key) === 0;
const runsOf = (before: Runs, after: Runs) => (minute: number) =>
  keys.flatMap((key) => (isDue(key, minute) ? ((minute < 0 ? before : after).get(key) ?? []) : []));
async function runEach(change?: (deps: Deps) => Partial<Deps>): Promise<Map<Key, Written[]>> {
  const all = new Map<Key, Written[]>();
  for (const key of keys) all.set(key, await run(key, change));
  return all;
}

const causes: Record<keyof typeof scheduleLosses, Cause> = {
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
  booksDiffer: {
    change: ({ accounts }) => ({
      accounts: {
        ...accounts,
        getAll: async (page) => page.map(() => undefined),
        get: async () => undefined,
      },
    }),
  },
  pspLists: { change: () => inboxOf({ listReports: fail, listReceived: fail }) },
  pollThrows: { change: ({ listMarks }) => ({ listMarks: { ...listMarks, get: fail } }) },
  reportsUnsent: {
    change: ({ queues }) => ({
      ...inboxOf({ listReports: async () => [{} as never] }),
      queues: { ...queues, sendEvent: fail },
    }),
  },
  pollStopped: { stops: 'pollNetwork' },
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
  pspBooksUnread: {
    change: ({ books }) => ({ pspBooks: {} as never, books: { ...books, getDays: fail } }),
  },
  pspBooksStopped: { stops: 'reconcilePsp' },
  addressSilent: { change: () => addressOf(503) },
  addressUnchecked: { stops: 'watchAddress' },
  waitingUnread: { change: ({ cashouts }) => ({ cashouts: { ...cashouts, listWaited: fail } }) },
  startsStopped: { stops: 'expireCashouts' },
  certificateEnds: { change: pspWith(certificates.ends) },
  certificateEndsSoon: { change: pspWith(certificates.endsSoon) },
  certificateUnread: { change: () => ({ readSecrets: fail }) },
  certificatesStopped: { stops: 'watchCertificates' },
  syntheticFails: { change: () => addressOf(503) },
  syntheticStopped: { stops: 'synthetic' },
};

describe('a loss that a schedule shows', () => {
  test.each(Object.entries(causes) as [keyof typeof causes, Cause][])(
    'the loss %s raises its alarm within the minutes that the table says',
    async (name, cause) => {
      const { alarm, minutes } = scheduleLosses[name];
      const before = await runEach();
      await openLost();
      const after = 'stops' in cause ? new Map(before) : await runEach(cause.change);
      if ('stops' in cause) after.delete(cause.stops);

      expect(minutesTo(alarm, runsOf(before, after))).toBe(minutes);
    },
  );

  const alarms = new Set(Object.values(scheduleLosses).map(({ alarm }) => alarm));
  test.each([...alarms])('%s is raised neither in hours with work nor in idle hours', async (alarm) => {
    const idle = await runEach();
    await openLost();
    const busy = await runEach();

    for (const runs of [idle, busy]) expect(isQuiet(alarm, runsOf(runs, runs))).toBe(true);
  });
});
