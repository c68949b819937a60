// Reads the returns that a PSP lists with a received payment. Returns that we requested are looked up. Any other
// settled return has moved money that our books do not show yet.

import { chargebackIdOf } from '../chargeback/chargeback.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import { refundStates } from '../network/bcb/words.ts';
import { stateOf } from '../network/psp-words.ts';
import type { Devolucao, NetworkPix } from '../network/schemas.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';
import type { ImposedReturn } from './payment.ts';

type Deps = Base & WithChargebacks & WithMoney;

export type Returns = {
  /** Ids of our chargebacks among the returns. */
  ours: ReadonlySet<number>;
  /**
   * Settled returns that we did not request. A return in progress is not included, because it is listed again after its
   * end.
   */
  imposed: readonly ImposedReturn[];
};

export async function readReturns(deps: Deps, { endToEndId, devolucoes }: NetworkPix): Promise<Returns> {
  const ours = new Set<number>();
  const imposed: ImposedReturn[] = [];
  for (const said of devolucoes) {
    const chargebackId = await findChargeback(deps, endToEndId, said);
    if (chargebackId !== undefined) ours.add(chargebackId);
    else if (said.status !== undefined && stateOf(refundStates, said.status) === 'done') {
      const read = imposedReturn(said, deps.now());
      if (read) imposed.push(read);
      else await reportUnreadable(deps, endToEndId, said);
    }
  }
  return { ours, imposed };
}

/**
 * Returns the chargeback of a return, if it is ours. An id in our format is ours only if this payment has a chargeback
 * with that id.
 */
async function findChargeback(
  { chargebacks }: Deps,
  endToEndId: string,
  { id }: Devolucao,
): Promise<number | undefined> {
  const chargebackId = chargebackIdOf(id);
  const chargeback = chargebackId === undefined ? undefined : await chargebacks.get(chargebackId);
  return chargeback?.payment.endToEndId === endToEndId ? chargebackId : undefined;
}

function imposedReturn(
  { rtrId: returnId, valor: amountCents, natureza: nature, motivo: reason, horario }: Devolucao,
  heardAt: Date,
): ImposedReturn | undefined {
  if (returnId === undefined || amountCents === undefined) return undefined;
  const at = horario?.liquidacao ?? horario?.solicitacao ?? heardAt.toISOString();
  return { returnId, amountCents, at, ...(nature ? { nature } : {}), ...(reason ? { reason } : {}) };
}

/** Reports a return whose amount or id cannot be read, although money was returned. */
async function reportUnreadable(
  deps: Base & WithMoney,
  endToEndId: string,
  { id }: Devolucao,
): Promise<void> {
  deps.log.error('unreadable return', {}, undefined);
  await deps.incidents.insert({
    id: `return-${endToEndId}-${id}`,
    at: deps.now().toISOString(),
    kind: 'network_event_not_applied',
    details: `settled return ${id} of payment ${endToEndId} has no readable id or amount`,
  });
}
