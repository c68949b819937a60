// Sends returns without a request to the MED cases. A message of the simulation is put on the queue of notices, and the
// real function processes it. In production, the debit would come first.

import * as z from 'zod';
import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';
import { queueHandler } from '../../lib/http/queue.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { noteMedReturn } from '../../lib/med-case/note-med-return.ts';
import { type NetworkEvent, networkEvent, noticeSubject } from '../../lib/network/event.ts';
import type { Handler } from './lambda.ts';
import { ownIdOf } from './rail-rules.ts';

const returnTold = z.object({
  kind: z.literal('return_told'),
  endToEndId: z.string(),
  returned: z.object({
    returnId: z.string(),
    amountCents: z.int().positive().transform(cents),
    nature: z.string().optional(),
    at: z.string(),
  }),
});
export type ReturnTold = z.output<typeof returnTold>;

/** The second network names a returned payment by its own id, and not by ours. */
async function asNamed(deps: Deps, event: NetworkEvent): Promise<NetworkEvent> {
  if (event.kind !== 'payment_returned') return event;
  const { cashoutId, ...told } = event;
  const { sentTo, endToEndId, recipient } = (await deps.cashouts.get(cashoutId)) ?? {};
  if (sentTo !== 'another rail' || !endToEndId || recipient?.ownAccount) return event;
  const named = ownIdOf({ reference: String(cashoutId), endToEndId });
  return { ...told, kind: 'payout_returned', endToEndId: named };
}

export const makeHandler = (deps: Deps): Handler =>
  queueHandler(
    deps,
    'network-events',
    z.union([networkEvent, returnTold]),
    (event) =>
      event.kind === 'return_told'
        ? noteMedReturn(deps, event.endToEndId, event.returned)
        : asNamed(deps, event).then((named) => applyNetworkEvent(deps, named)),
    (event) => (event.kind === 'return_told' ? {} : noticeSubject(event)),
  ) as Handler;
