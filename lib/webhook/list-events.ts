// Lists the events of an account in the order of recording, for callers that missed deliveries.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from './deps.ts';
import type { RecordedEvent } from './feed-page.ts';

export type EventPage = { rows: RecordedEvent[]; hasMore: boolean };

export async function listEvents(
  deps: Base & WithAccounts & WithEvents,
  caller: Identity,
  ref: AccountRef,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  await findAccount(deps, caller, ref);
  const found = await deps.events.list(ref, after, limit + 1);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
