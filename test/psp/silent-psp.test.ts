// One PSP does not answer for 25 minutes, for a day or for good, beside a healthy one. Payments arrive at both, and no
// callback arrives.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseInbox } from '../../lib/app/choose-inbox.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../lib/incoming/poll-network.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { incidentsWhere } from '../support/ledger.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';
import { type Lister, openLister } from './lister.ts';

const minuteMs = 60_000;
const used = useStack();
let [former, healthy]: Lister[] = [];
beforeAll(async () => {
  [former, healthy] = await Promise.all([openLister(), openLister()]);
});
afterAll(() => Promise.all([former?.psp.close(), healthy?.psp.close()]));

/** Lets payments arrive at both PSPs every ten minutes, and polls every five. Returns the minutes until each credit. */
async function live(
  name: string,
  { minutes, dead, isFormer }: { minutes: number; dead: number; isFormer: boolean },
) {
  const start = Date.parse('2027-03-01T12:31:00.000Z') + name.length * 400 * 24 * 60 * minuteMs;
  let now = new Date(start);
  const caller = await used.newCaller();
  const chave = caller.tenant.accounts[0]?.pix_key ?? '';
  const counted: Counted[] = [];
  const events: NetworkEvent[] = [];
  const psps = parsePsps(
    `${name}-old efi ${former?.psp.url} us@example.com; ${name}-new bcb ${healthy?.psp.url} us@example.org`,
  ) as PspEntry[];
  const place = isFormer ? `${name}-new` : `${name}-old`;
  const config = { ...used.stack.config, PSPS: psps, PAYOUT_NETWORK: place, REFUND_NETWORK: `${name}-new` };
  const deps = used.stack.with({ now: () => now, metrics: collecting(counted) });
  const secrets = { [`${name}-old`]: former?.psp.secret, [`${name}-new`]: healthy?.psp.secret };
  const inbox = chooseInbox({
    ...{ config, now: () => now, log: deps.log, count: deps.metrics.count },
    readSecrets: async () => secrets as never,
  });
  const queues = { ...deps.queues, sendEvent: async (event: NetworkEvent) => void events.push(event) };
  const sent = new Map<string, number>();
  const credited = new Map<string, number>();
  // Within a long silence one poll an hour is enough.
  const step = (minute: number) =>
    minute < 120 || minute > 60 + dead - 60 || minute > minutes - 120 ? 5 : 60;
  for (let minute = 0; minute <= minutes; minute += step(minute)) {
    now = new Date(start + minute * minuteMs);
    former?.die(minute >= 60 && minute < 60 + dead);
    if (minute % 10 === 0 && minute < minutes - 60)
      for (const [index, lister] of [former, healthy].entries()) {
        const endToEndId = `E60701190202703011200${name.slice(0, 3)}${index}${String(minute).padStart(7, '0')}`;
        // A minute before the run.
        const horario = new Date(now.getTime() - minuteMs).toISOString();
        lister?.receive({ endToEndId, valor: '1.00', horario, chave });
        sent.set(endToEndId, minute - 1);
      }
    await pollNetwork({ ...deps, config, queues, ...(inbox ? { inbox } : {}), balances: [] });
    for (const event of events.splice(0)) {
      if (event.kind !== 'payment_received') continue;
      if (!credited.has(event.endToEndId)) credited.set(event.endToEndId, minute);
      await applyNetworkEvent(used.stack.deps, networkEvent.parse(event));
    }
  }
  const waits = (index: number) =>
    [...sent]
      .filter(([id]) => id[24] === String(index))
      .map(([id, minute]) => (credited.get(id) ?? Number.NaN) - minute);
  return {
    former: waits(0),
    healthy: waits(1),
    failures: counted.filter(([metric]) => metric === 'NetworkListsFailed').length,
  };
}

test.each([
  ['abc', 25],
  ['efgh', 1_440],
])(
  '%s: after a silence of %d minutes every payment is credited, and the other PSP’s without a delay',
  {
    tags: 'dear',
  },
  async (name, dead) => {
    const told = await live(name, { minutes: dead + 240, dead, isFormer: false });

    expect([...new Set(told.healthy)]).toEqual([1]);
    expect(told.former.filter(Number.isNaN)).toEqual([]);
    expect(Math.max(...told.former)).toBe(dead + 1);
    expect(told.failures).toBeGreaterThan(4);
  },
);

test('a former PSP that is dead for good delays nothing, opens one incident a day later, and does not keep the alarm on', {
  tags: 'dear',
}, async () => {
  const told = await live('ijklm', { minutes: 2_000, dead: Number.POSITIVE_INFINITY, isFormer: true });

  expect([...new Set(told.healthy)]).toEqual([1]);
  expect(told.failures).toBe(0);
  const silent = await incidentsWhere(used.stack, ({ id }) => id.startsWith('silent-ijklm-old-payments'));
  expect(silent).toMatchObject([{ kind: 'network_event_not_applied' }]);
});
