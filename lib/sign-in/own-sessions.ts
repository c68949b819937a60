// Lists a person's open sessions in this company, and ends a single session.

import type { WithAccess } from '../access/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSessions } from './deps.ts';
import { isEnded, isLive, type Session } from './session.ts';
import type { SignedIn } from './sign-in.ts';

type Deps = Base & WithAccess & WithSessions;

/** Returns the name of a session on pages. The name is only a part of the hash, so it opens no session. */
export const nameOfSession = ({ hash }: Session): string => hash.slice(0, 12);

/** Lists the open sessions: first the current session, then the others, newest first. */
export async function listOwnSessions(deps: Deps, { session }: SignedIn): Promise<Session[]> {
  const [client, all] = await Promise.all([
    deps.clients.getCached(session),
    deps.sessions.list(session.userId),
  ]);
  const now = deps.now();
  const isOpen = (one: Session) => isLive(one, now) && !isEnded(one, client?.sessionsFrom);
  return [session, ...all.filter((one) => one.hash !== session.hash && isOpen(one))];
}

/** Ends the session with this name. @returns the ended session; undefined if the person has no session of this name */
export async function endOwnSession(
  deps: Deps,
  signedIn: SignedIn,
  name: string,
): Promise<Session | undefined> {
  const found = (await listOwnSessions(deps, signedIn)).find((one) => nameOfSession(one) === name);
  if (found) await deps.sessions.end(found);
  return found;
}
