// Contains the parts that the ends of payments and refunds by people share: what operators state, how the second
// operator is found, and the answer.

import type { WithLookups } from '../access/deps.ts';
import { addSeconds } from '../base/time.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import type { EndedByPeople, PeoplesEvidence } from '../cashout/peoples-end.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { type Subject, subjectKey } from './audit.ts';
import type { WithOperating } from './deps.ts';

export type EndingDeps = Base &
  WithLookups &
  WithQrCodes &
  WithEvents &
  WithCashouts &
  WithNetworkIds &
  WithChargebacks &
  WithMoney &
  WithNetwork &
  Pick<WithOperating, 'statements'>;

/** Time in seconds in which another operator can confirm a statement. */
const statementSeconds = 3 * 86_400;

/** What one operator states. */
export type Stated = Omit<PeoplesEvidence, 'by'> & { by: string };

/** Records the statement, and returns the evidence once two operators have stated the same. */
export async function confirmed(
  { statements, now }: EndingDeps,
  subject: Subject,
  { by, ...evidence }: Stated,
): Promise<PeoplesEvidence | undefined> {
  const at = now().toISOString();
  const expiresAt = Math.floor(Date.parse(at) / 1_000) + statementSeconds;
  const stated = { subject: subjectKey(subject), content: contentOf(evidence), by, at, expiresAt };
  const both = await statements.state(stated);
  return both && { ...evidence, by: both };
}

const contentOf = ({ end, networkId, document, reason, cancelledAtPsp }: Omit<Stated, 'by'>): string =>
  JSON.stringify({ end, networkId, document, reason, cancelledAtPsp });

/** Returns whether people have ended the row on this evidence. The answer to the command may have been lost. */
export const isEndedSo = ({ endedByPeople }: EndedByPeople, stated: Stated): boolean =>
  endedByPeople !== undefined && contentOf(endedByPeople) === contentOf(stated);

type Row = EndedByPeople & { id: number; status: string; endedAt?: string };
type Told = { pspSays: string | null; statedBy: readonly string[] };

/** Tells how the payment stands, and which of its incidents are open: people close them with a note. */
export async function tellEnd(
  deps: EndingDeps,
  kind: 'cashout' | 'chargeback',
  { id, status, endedAt }: Row,
  { pspSays, statedBy }: Told,
) {
  return {
    [kind]: id,
    state: endedAt ? 'ended' : 'waits for another operator',
    status,
    ended_at: endedAt ?? null,
    stated_by: statedBy,
    psp_says: pspSays,
    next: endedAt
      ? null
      : `another operator repeats the same command before ${addSeconds(deps.now(), statementSeconds)}`,
    open_incidents: await openIncidents(deps, `${kind}-${id}`),
  };
}

/** Why a payment waits for a person: the last parts of the ids of its incidents. */
const reasons = ['unresolved', 'overdue', 'elsewhere', 'removed', 'undocumented'];

async function openIncidents({ incidents }: EndingDeps, about: string): Promise<string[]> {
  const found = await Promise.all(reasons.map((why) => incidents.get(`${about}-${why}`)));
  return found.flatMap((one) => (one && !one.closedAt ? [one.id] : []));
}

/** Shows the people's evidence to operators. */
export function presentPeople({ endedByPeople }: EndedByPeople) {
  if (!endedByPeople) return null;
  const { end, by, document, reason, cancelledAtPsp } = endedByPeople;
  return { end, stated_by: by, document, reason, cancelled_at_psp: cancelledAtPsp ?? null };
}
