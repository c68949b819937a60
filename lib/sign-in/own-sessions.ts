// A person's open sessions in this company: lists them, and ends a single one.

import type { Core } from '../access/deps.ts';
import type { WithSessions } from './deps.ts';
import { isEnded, isLive, type Session } from './session.ts';
import type { SignedIn } from './sign-in.ts';

type Deps = Core & WithSessions;

/** What pages call a session by. It is a part of the hash, so it opens nothing. */
export const nameOfSession = ({ hash }: Session): string => hash.slice(0, 12);

/** The session itself comes first, then the others, newest first. */
export async function listOwnSessions(deps: Deps, { session }: SignedIn): Promise<Session[]> {
  const [client, all] = await Promise.all([
    deps.clients.getCached(session),
    deps.sessions.list(session.userId),
  ]);
  const now = deps.now();
  const isOpen = (one: Session) => isLive(one, now) && !isEnded(one, client?.sessionsFrom);
  return [session, ...all.filter((one) => one.hash !== session.hash && isOpen(one))];
}

/** @returns the session that has ended; undefined if the person has none of this name */
export async function endOwnSession(
  deps: Deps,
  signedIn: SignedIn,
  name: string,
): Promise<Session | undefined> {
  const found = (await listOwnSessions(deps, signedIn)).find((one) => nameOfSession(one) === name);
  if (found) await deps.sessions.end(found);
  return found;
}
