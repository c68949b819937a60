// Opens incidents about refunds that wait for a person: the network is not configured, uses a word that is not documented,
// or has no outcome for too long. An incident ends nothing, and the look-ups continue.

import type { WithNetwork } from '../network/deps.ts';
import { type RefundLookup, unnamedPlaceMs } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import type { Chargeback } from './chargeback.ts';
import type { WithMoney } from './deps.ts';

type Deps = Base & WithMoney & WithNetwork;

/** Reports that the settings do not name the network of a refund. */
export async function reportUnnamed(deps: Deps, chargeback: Chargeback, sentTo: string): Promise<Chargeback> {
  const { id: chargebackId, createdAt } = chargeback;
  // A version with other settings may still complete the refund.
  if (deps.now().getTime() - Date.parse(createdAt) < unnamedPlaceMs) return chargeback;
  const message = 'the network of a refund is no longer configured';
  deps.log.error(message, { chargebackId, outcome: 'elsewhere' }, undefined);
  await open(
    deps,
    chargeback,
    'elsewhere',
    `perhaps requested of a network that is not configured now: ${sentTo}`,
  );
  return chargeback;
}

/** Reports a word of the network whose meaning is not documented. */
export async function reportUndocumented(deps: Deps, chargeback: Chargeback, word: string): Promise<void> {
  // A notice about a refund that has ended needs nobody.
  if (chargeback.status !== 'PENDING') return;
  const { sentTo = deps.network.refundsAt } = chargeback;
  const said = `${sentTo} answers with a word whose meaning is not documented: ${word}`;
  await open(deps, chargeback, 'undocumented', said);
}

/** Reports a refund that has no outcome a day after its request. */
export async function reportLate(deps: Deps, chargeback: Chargeback, found: RefundLookup): Promise<void> {
  deps.log.error(
    'refund cannot be resolved',
    { chargebackId: chargeback.id, outcome: found.kind },
    undefined,
  );
  await open(deps, chargeback, 'overdue', whyLate(found));
}

function whyLate(found: RefundLookup): string {
  if (found.kind === 'not_found')
    return 'the network had accepted it, but does not know it now. It is not requested again';
  if (found.kind !== 'unknown') return 'the network says for more than a day that it is in progress';
  const word = found.ownFault ?? found.undocumented;
  return `the network reports no outcome for more than a day${word === undefined ? '' : `: ${word}`}`;
}

async function open(deps: Deps, { id: chargebackId }: Chargeback, why: string, details: string) {
  await deps.incidents.insert({
    id: `chargeback-${chargebackId}-${why}`,
    at: deps.now().toISOString(),
    kind: 'unresolved_payment',
    chargebackId,
    details,
  });
}
