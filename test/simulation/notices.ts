// Collects the notices that the network has sent without a request from us, by the ids under which each applies once.

import type { NetworkEvent, PaymentReceived, PaymentReturned } from '../../lib/network/event.ts';
import { type Case, groupBy, hasIncident, isCredited, rowsOf } from './case.ts';
import type { Dump } from './engine.ts';
import type { ReturnTold } from './returns-told.ts';
import type { World } from './world.ts';

const queueOf = ({ sqs }: World) =>
  [...sqs.queues.values()].find(({ name }) => name.endsWith('-network-events'));

/** Returns every notice that was ever in the queue, including repeated notices and those in the dead-letter queue. */
export const noticesTold = (world: World): (NetworkEvent | ReturnTold)[] =>
  [...(queueOf(world)?.accepted.keys() ?? [])].map((body) => JSON.parse(body) as NetworkEvent | ReturnTold);

/** Sends the notice that money of a payment has gone back without a request from us. */
export function tellReturn(world: World, told: Omit<ReturnTold, 'kind'>): void {
  const queue = queueOf(world);
  if (queue) world.sqs.enqueue(queue.name, JSON.stringify({ kind: 'return_told', ...told }));
}

/** Sends an earlier notice of the network once more, word for word. */
export function repeatNotice(world: World): void {
  const queue = queueOf(world);
  const told = [...(queue?.accepted.keys() ?? [])];
  if (queue && told.length > 0) world.sqs.enqueue(queue.name, world.dice.pick(told));
}

const creditedAs = (stored: Dump, receipt: PaymentReceived): PaymentReceived =>
  rowsOf<{ id: string; payment?: PaymentReceived }>(stored, 'MarkersTable').find(
    ({ id }) => id === `cash-in#${receipt.endToEndId}`,
  )?.payment ?? receipt;
/** Returns the id under which a payer of ours knows a payment that came as a notice. */
export function payersIdOf(stored: Dump, endToEndId: string): number | undefined {
  const markers = rowsOf<{ id: string; payment?: { payerTransactionId?: number } }>(stored, 'MarkersTable');
  return markers.find(({ id }) => id === `cash-in#${endToEndId}`)?.payment?.payerTransactionId;
}

/** Returns the notices about money that has moved. Each of them is credited once or given to a person. */
export function readNotices({ world, stored, fail }: Case): {
  receipts: PaymentReceived[];
  returns: PaymentReturned[];
} {
  const told = noticesTold(world);
  const credited = (marker: string, incident: string, isAssigned = false) => {
    const [isApplied, isReported] = [isCredited(stored, marker), hasIncident(stored, incident)];
    if (!isAssigned && isApplied === isReported)
      fail('I01', `${marker} is ${isApplied ? 'credited and reported' : 'neither credited nor reported'}`);
    return isApplied;
  };
  const first = <Notice>(notices: Notice[], nameOf: (notice: Notice) => string) =>
    [...groupBy(notices, nameOf).values()].map(([notice]) => notice as Notice);
  return {
    receipts: first(
      told.filter((event) => event.kind === 'payment_received'),
      ({ endToEndId }) => endToEndId,
    )
      .filter(({ endToEndId, assigned }) =>
        credited(`cash-in#${endToEndId}`, `payment_received-${endToEndId}`, assigned),
      )
      // If a payment was assigned more than once, this is the assignment that was credited.
      .map((receipt) => creditedAs(stored, receipt)),
    returns: first(
      told.filter((event) => event.kind === 'payment_returned'),
      ({ returnId }) => returnId,
    ).filter(({ returnId }) => credited(`return#${returnId}`, `return-${returnId}`)),
  };
}
