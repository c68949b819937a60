// Signs a person in and out of the console. The only secret that the browser has is a random id in a cookie.

import { type Client, isAdmitted } from '../access/client.ts';
import type { KnownClient } from '../access/client-store.ts';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import { type Identity, isPerson } from '../access/tokens.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSessions, WithSignIn } from './deps.ts';
import { acceptInvitation } from './invitation.ts';
import { hashOf, identityOf, isEnded, isLive, isOpen, isToNote, personOf, type Session } from './session.ts';

/** The dependencies after a sign-in (`Deps`), and during a sign-in (`AllDeps`). */
type Deps = Base & WithAccess & WithUsers & WithSessions;
type AllDeps = Base & WithAccess & WithUsers & WithSignIn;

/**
 * Begins a sign-in.
 * @param to path in the console to which the person is sent afterwards
 * @param clientId of the company that the person has chosen
 * @param code of an invitation to accept
 * @returns the id for the browser's cookie, the state that the provider's answer will name, and the provider's address
 */
export async function beginSignIn(
  deps: AllDeps,
  to: string,
  { clientId, code }: { clientId?: string; code?: string } = {},
): Promise<{ id: string; state: string; url: string }> {
  const { ids, sessions, provider, now } = deps;
  const [id, state, nonce, verifier] = [ids.secret(), ids.secret(), ids.secret(), ids.secret()];
  const url = await atProvider(deps, provider.begin({ state, nonce, verifier }));
  const createdAt = now().toISOString();
  const chosen = { ...(clientId ? { clientId } : {}), ...(code ? { invitation: hashOf(code) } : {}) };
  await sessions.begin({ hash: hashOf(id), state, nonce, verifier, to, ...chosen, createdAt });
  return { id, state, url };
}

/** Refuses if the provider does not answer, because then nobody knows who the person is. */
async function atProvider<Answer>({ log }: Deps, answering: Promise<Answer>): Promise<Answer> {
  return answering.catch((error) => {
    log.error('provider of identities failed', {}, error);
    return refuse('unavailable');
  });
}

export type Finished =
  /** `hasChoice`: the person may use more than one company, and has not chosen one. */
  | {
      kind: 'signed in';
      id: string;
      to: string;
      hasChoice: boolean;
      /** The client of the invitation that was accepted. */
      accepted?: { clientId: string; userId: string };
    }
  /** The browser has not begun this sign-in, the sign-in took too long, or the provider or the person has refused. */
  | { kind: 'refused' }
  /** The invitation was accepted before or has expired, or the person already has access to the company. */
  | { kind: 'invitation over' }
  /** The person has as many companies as possible. The invitation was not used. */
  | { kind: 'too many companies' }
  /** The provider knows the person, but no company has opened the console for the person. */
  | { kind: 'unknown person' }
  /** The person may not use the chosen company now. */
  | { kind: 'not admitted' };

/**
 * Finishes a sign-in.
 * @param id the id in the browser's cookie of the answer's state
 * @param answer the address to which the provider has sent the browser
 */
export async function finishSignIn(deps: AllDeps, id: string | undefined, answer: URL): Promise<Finished> {
  const { sessions, provider, subjects, now } = deps;
  const begun = id === undefined ? undefined : await sessions.take(hashOf(id));
  if (!begun || !isOpen(begun, now())) return { kind: 'refused' };
  const proven = await atProvider(deps, provider.finish(answer, begun));
  if (!proven) return { kind: 'refused' };
  const { invitation } = begun;
  const invited = invitation === undefined ? undefined : await acceptInvitation(deps, proven, invitation);
  if (invited === 'too many companies') return { kind: 'too many companies' };
  if (invitation !== undefined && invited === undefined) return { kind: 'invitation over' };
  const wanted = invited ?? begun.clientId;
  const person = personOf(proven);
  const ids = new Set([...(await subjects.clientsOf(person)), ...(invited ? [invited] : [])]);
  const own = await ownClients(deps, ids);
  // A chosen company and an invitation lead to that company, and to no other.
  const client = wanted === undefined ? own[0] : own.find(({ clientId }) => clientId === wanted);
  if (!client) return { kind: own.length > 0 ? 'not admitted' : 'unknown person' };
  const accepted =
    invited === undefined ? {} : { accepted: { clientId: client.clientId, userId: client.userId } };
  return {
    kind: 'signed in',
    ...accepted,
    id: await open(deps, client, own, person),
    to: begun.to,
    hasChoice: own.length > 1 && wanted === undefined,
  };
}

/** Returns the clients that the person may use now, in the order of their ids. */
async function ownClients({ clients }: Deps, ids: Iterable<string>): Promise<Client[]> {
  const found = await clients.getAll(ids);
  return found
    .filter((one) => isPerson(one.audience) && isAdmitted(one))
    .toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1));
}

/** Opens a session. @returns the id of the session */
async function open(
  { sessions, ids, now }: Deps,
  { clientId, companyId, userId, audience }: Client,
  own: readonly Client[],
  person: string,
): Promise<string> {
  const id = ids.secret();
  const [hash, at] = [hashOf(id), now().toISOString()];
  const clientIds = own.map((one) => one.clientId);
  const times = { createdAt: at, usedAt: at };
  const room = audience === 'desk' ? { audience } : {};
  await sessions.insert({ hash, clientId, companyId, userId, clientIds, person, ...room, ...times });
  return id;
}

/** Returns the companies from which the person may choose. */
export async function listCompanies(deps: Deps, { session }: SignedIn): Promise<KnownClient[]> {
  const own = await ownClients(deps, session.clientIds);
  const known = await Promise.all(own.map((one) => deps.clients.getCached(one)));
  return known.flatMap((one) => (one?.hasCompany ? [one] : []));
}

/** `isUnproved`: the person came by an invitation and has given no valid code yet, so the person can only look. */
export type SignedIn = { session: Session; caller: Identity; companyName: string; isUnproved: boolean };

/**
 * A request. `look`: of a page. `unasked`: a page makes it by itself, so it does not keep the session alive. `act`:
 * something is decided, so that a person who was closed or frozen is refused at once, and not within a minute.
 */
export type Use = 'look' | 'unasked' | 'act';

/**
 * Finds the session of an id.
 * @returns undefined without a live session, or if the person may no longer use the console
 */
export async function findSession(
  deps: Deps,
  id: string | undefined,
  use: Use = 'look',
): Promise<SignedIn | undefined> {
  const { sessions, clients, now } = deps;
  const session = id === undefined ? undefined : await sessions.get(hashOf(id));
  if (!session || !isLive(session, now())) return undefined;
  const client = await clients.getCached(session, use === 'act');
  if (!client || !isAdmitted(client) || !client.hasCompany || client.userId !== session.userId)
    return undefined;
  if (isEnded(session, client.sessionsFrom)) return undefined;
  if (use !== 'unasked' && isToNote(session, now())) await sessions.note(session, now().toISOString());
  const caller = { ...identityOf(session), userName: client.userName };
  return { session, caller, companyName: client.companyName ?? '', isUnproved: client.isUnproved };
}

export const endSession = ({ sessions }: Deps, session: Session): Promise<void> => sessions.end(session);

/** Signs the person out in every browser and every company. The person has a different user in each company. */
export async function endAllSessions(deps: Deps, session: Session): Promise<void> {
  const { sessions, users, clients, subjects, now } = deps;
  const { person, clientIds } = session;
  // The person may have got access to another company since the session was opened.
  const later = person === undefined ? [] : await subjects.clientsOf(person);
  const own = await clients.getAll(new Set([...clientIds, ...later]));
  const userIds = new Set([session.userId, ...own.map(({ userId }) => userId)]);
  const at = now().toISOString();
  await Promise.all([...userIds].map((userId) => users.endSessions(userId, at)));
  await sessions.end(session);
}
