// Simulates what the PSPs have about reports of fraud (MED): the reports of received payments, their decisions, and the
// defences that our companies gave. A PSP takes one defence about a report, and shows it in its list.

import type { SendDefence } from '../../lib/network/defence.ts';
import type { MedReported } from '../../lib/network/event.ts';
import type { Dice } from './dice.ts';
import type { PspName } from './rail.ts';
import type { Scheduler } from './scheduler.ts';

type Order = Parameters<SendDefence>[0];
type Outcome = Awaited<ReturnType<SendDefence>>;
type Told = MedReported['report'];

export type Reports = ReturnType<typeof makeReports>;

const iso = (at: number) => new Date(at).toISOString();

export function makeReports({ scheduler, dice }: { scheduler: Scheduler; dice: Dice }) {
  const all = new Map<string, { place: PspName; endToEndId: string; told: Told; defence?: Order }>();
  /** Defences that a PSP got about no report of its own, or in addition to another one. */
  const wrong: string[] = [];

  return {
    all,
    wrong,

    /** Reports a payment, and decides about the report some time later. */
    open(place: PspName, endToEndId: string, amountCents: number): string {
      const at = scheduler.now();
      const id = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
      const told: Told = {
        id,
        reason: 'RETURN_REQUEST',
        status: 'OPEN',
        createdAt: iso(at),
        modifiedAt: iso(at),
        amountCents,
      };
      all.set(id, { place, endToEndId, told });
      if (dice.chance(0.6))
        scheduler.at(at + dice.between(60_000, dice.pick([600_000, 90_000_000])), () => {
          const own = all.get(id);
          const analysisResult = dice.pick(['AGREED', 'DISAGREED']);
          if (own)
            own.told = { ...own.told, status: 'CLOSED', analysisResult, modifiedAt: iso(scheduler.now()) };
        });
      return id;
    },

    /** Lists the reports at a PSP. */
    listed: (place: PspName): MedReported[] =>
      [...all.values()]
        .filter((one) => one.place === place)
        .map(({ endToEndId, told }) => ({
          version: 1,
          kind: 'med_reported',
          endToEndId,
          parked: 0,
          report: told,
        })),

    /** Takes a defence, as the PSP does. */
    take(place: PspName, order: Order): Outcome {
      const own = all.get(order.reportId);
      if (own?.place !== place) {
        wrong.push(`${order.reportId} is defended at ${place}`);
        return { kind: 'refused', text: 'unknown report' };
      }
      if (own.defence) {
        const isSame = own.defence.text === order.text && own.defence.position === order.position;
        if (!isSame) wrong.push(`${order.reportId} is defended twice`);
        return { kind: 'refused', text: 'there is a defence', isKnown: true };
      }
      if (own.told.status === 'CLOSED') return { kind: 'refused', text: 'the report is closed' };
      own.defence = order;
      own.told = { ...own.told, defendedAt: iso(scheduler.now()), defence: order.text };
      return { kind: 'sent' };
    },
  };
}
