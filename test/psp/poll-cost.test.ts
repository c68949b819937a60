// What a run of pollNetwork costs: calls to the PSP, DynamoDB's units, and messages.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseInbox } from '../../lib/app/choose-inbox.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../lib/incoming/poll-network.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { countUnits } from '../support/count-units.ts';
import { useStack } from '../support/use-stack.ts';
import { type Lister, openLister } from './lister.ts';

const used = useStack();
let lister: Lister;
beforeAll(async () => {
  lister = await openLister();
});
afterAll(() => lister.psp.close());

test.each([
  [0, { calls: 1, messages: 0, reads: 1, writes: 1 }],
  [1, { calls: 1, messages: 1, reads: 3, writes: 1 }],
  [1_000, { calls: 10, messages: 1_000, reads: 2_001, writes: 1 }],
])(
  'a poll with %d payments of the last twenty minutes costs %j, whether they are new or known',
  async (count, cost) => {
    const name = `cost-${count}`;
    const { client, units } = countUnits();
    const start = Date.parse('2027-03-01T12:31:00.000Z') + count * 86_400_000;
    let now = new Date(start);
    const caller = await used.newCaller();
    const psps = parsePsps(`${name} bcb ${lister.psp.url} us@example.com`) as PspEntry[];
    const config = { ...used.stack.config, PSPS: psps, PAYOUT_NETWORK: name, REFUND_NETWORK: name };
    const deps = used.stack.with({ now: () => now, client });
    // The events come one after another, so none needs to wait for others to join its write.
    const applying = used.stack.with({ pause: async () => {} });
    const inbox = chooseInbox({
      ...{ config, now: () => now, log: deps.log, count: deps.metrics.count },
      readSecrets: async () => ({ [name]: lister.psp.secret }) as never,
    });
    const events: NetworkEvent[] = [];
    const queues = { ...deps.queues, sendEvent: async (event: NetworkEvent) => void events.push(event) };
    const poll = async () => {
      await pollNetwork({ ...deps, config, queues, ...(inbox ? { inbox } : {}), balances: [] });
      const sent = events.splice(0);
      const spent = { calls: lister.takeCalls(), messages: sent.length, ...sum(units.take()) };
      for (const event of sent) await applyNetworkEvent(applying, networkEvent.parse(event));
      return spent;
    };
    await poll();
    for (let index = 0; index < count; index++)
      lister.receive({
        endToEndId: `E607011902027030112${String(count).padStart(4, '0')}${String(index).padStart(9, '0')}`,
        valor: '1.00',
        horario: new Date(start + 60_000).toISOString(),
        chave: caller.tenant.accounts[0]?.pix_key ?? '',
      });
    now = new Date(start + 300_000);
    const first = await poll();
    now = new Date(start + 600_000);
    const again = await poll();

    expect([first, again]).toEqual([cost, cost]);
  },
);

function sum(units: ReturnType<ReturnType<typeof countUnits>['units']['take']>) {
  const all = Object.values(units);
  const of = (name: 'reads' | 'writes') => all.reduce((total, one) => total + one[name], 0);
  return { reads: of('reads'), writes: of('writes') };
}
