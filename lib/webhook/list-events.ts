// The feed of an account: every event, in the order of recording, for whoever was away and catches up.

import type { AccountRef } from '../account.ts';
import type { Core } from '../deps.ts';
import { findAccount } from '../operations/find-account.ts';
import type { Identity } from '../tokens.ts';
import type { RecordedEvent } from './event-store.ts';

export type EventPage = { rows: RecordedEvent[]; hasMore: boolean };

export async function listEvents(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  await findAccount(deps, caller, ref);
  const found = await deps.events.list(ref, after, limit + 1);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
