// Decides about many cashouts in one call. Each decision works as in the call for a single cashout. If one cashout is
// refused or fails, the others are not affected.

import type { WithAccess } from '../access/deps.ts';
import { chunks } from '../base/chunks.ts';
import { errorBody, isDefinite, Refusal } from '../base/errors.ts';
import type { presentCashout } from '../cashout/present.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { countRequests } from '../http/limit-client.ts';
import { aboutRequest } from '../http/log-request.ts';
import { codeOf, isUnseen } from '../http/render-errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Decision } from './decide-many-answers.ts';

/** Number of cashouts that are processed at the same time. */
const together = 10;
/** Time after which no further cashout is processed (ms). The Lambda has ten seconds (serverless.yml). */
const beginMs = 5_000;
const notTried = 'Not tried for want of time: send it again';

/** The answer of the call for a single cashout. */
type Shown = ReturnType<typeof presentCashout>;
type Seen = { id: number; content_digest: string };
/** A decision. `isSeen`: the caller may see the cashout, so its id may be logged. */
type Decided = { row: Decision; isSeen: boolean };

/**
 * Decides about the cashouts. Each cashout counts as one request of the client's limit. The call itself has already
 * counted as one.
 */
export async function decideMany(
  deps: Base & WithAccess,
  event: ApiEvent,
  cashouts: readonly Seen[],
  decide: (id: number, digest: string) => Promise<Shown>,
) {
  await countRequests(deps, event, cashouts.length - 1);
  const start = deps.now().getTime();
  const hasTime = () => deps.now().getTime() - start < beginMs;
  const decided: Decided[] = [];
  for (const some of chunks(cashouts, together))
    decided.push(
      ...(await Promise.all(
        some.map((seen) => (hasTime() ? decideOne(deps, event, seen, decide) : leaveOut(seen))),
      )),
    );
  event.subjects = decided.flatMap(({ row, isSeen }) => (isSeen ? [{ cashoutId: row.id }] : []));

  const results = decided.map(({ row }) => row);
  const done = results.filter(({ worked }) => worked).length;
  const to_send_again = results.filter(({ send_again }) => send_again).length;
  return { done, rest: { refused: results.length - done - to_send_again, to_send_again, results } };
}

async function decideOne(
  deps: Base,
  event: ApiEvent,
  { id, content_digest }: Seen,
  decide: (id: number, digest: string) => Promise<Shown>,
): Promise<Decided> {
  try {
    return { row: present(await decide(id, content_digest)), isSeen: true };
  } catch (error) {
    const code = codeOf(error);
    const { message, detail } = errorBody(code, [], error instanceof Refusal ? error.said : {}).body;
    const refused = { id, worked: false, message, detail };
    if (isDefinite(error)) return { row: refused, isSeen: !isUnseen(code) };
    const about = { ...aboutRequest(event), cashoutId: id, route: event.routeKey, code };
    deps.log.error('request failed', about, error);
    return { row: { ...refused, send_again: true }, isSeen: true };
  }
}

const leaveOut = ({ id }: Seen): Decided => ({
  row: { id, worked: false, message: notTried, detail: notTried, send_again: true },
  isSeen: false,
});

/** Shows a decision without the fields that the caller already knows. */
const present = ({ id, status, schedule_state, approvals_needed, approvals }: Shown): Decision => ({
  id,
  worked: true,
  status,
  ...(schedule_state ? { schedule_state } : {}),
  ...(approvals_needed ? { approvals_needed, approvals_given: approvals?.length ?? 0 } : {}),
});
