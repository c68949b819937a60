// The feed of an account: every event, in the order of recording, for whoever was away and catches up.

import { hasPolicy, isOwnAccount } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { RecordedEvent } from '../stores/events.ts';
import type { Identity } from '../tokens.ts';

export type EventPage = { rows: RecordedEvent[]; hasMore: boolean };

export async function listEvents(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  const [{ account, policy }, found] = await Promise.all([
    deps.accounts.getWithPolicy(ref, caller.userId),
    deps.events.list(ref, after, limit + 1),
  ]);
  if (!isOwnAccount(caller, account) || !hasPolicy(caller, policy)) refuse('account_not_found');
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
