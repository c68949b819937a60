// Makes, shows and accepts invitations to the console. With the link alone, a person sees what the client may see. To
// approve, a person also needs the one-time codes. The operator hands over the seed of these codes through another
// channel.

import { isAdmitted } from '../access/client.ts';
import type { WithAccess } from '../access/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSignIn } from './deps.ts';
import type { Proven } from './provider.ts';
import { companiesMost, hashOf, personOf } from './session.ts';
import type { Invitation } from './subject-store.ts';

type Deps = Base & WithAccess & Pick<WithSignIn, 'subjects'>;

const daysValid = 7;

/** Makes an invitation. @returns the code for the link, and the invitation as it is stored */
export function newInvitation({ ids, now }: Base): { code: string; invitation: Invitation } {
  const code = ids.secret();
  const expiresAt = Math.floor(now().getTime() / 1_000) + daysValid * 86_400;
  return { code, invitation: { hash: hashOf(code), expiresAt } };
}

/**
 * Finds the person's earlier client of a company. A person has only one client of a company, because a person with two
 * clients could give two approvals.
 * @returns the closed client that a new client replaces, if there is one; `has client` if the person has an open client
 */
export async function findFormer(
  { subjects, clients }: Deps,
  proven: Proven,
  companyId: string,
): Promise<{ former: string | undefined } | 'has client'> {
  const former = await subjects.clientIn(proven, companyId);
  const known = former === undefined ? undefined : await clients.get(former);
  return known?.active ? 'has client' : { former };
}

/** Returns the company that invites, or undefined if the invitation is no longer valid. */
export async function showInvitation(
  { subjects, clients, now }: Deps,
  code: string,
): Promise<{ companyName: string } | undefined> {
  const invited = await subjects.getInvitation(hashOf(code), now());
  const client = invited && (await clients.getCached(invited));
  return client && isAdmitted(client) ? { companyName: client.companyName ?? '' } : undefined;
}

/**
 * Accepts an invitation. @param hash of its code
 * @returns the client that the person may use from now on; otherwise nothing has changed, and the invitation still
 * counts if the person has too many companies
 */
export async function acceptInvitation(
  deps: Deps,
  proven: Proven,
  hash: string,
): Promise<string | 'too many companies' | undefined> {
  const invited = await deps.subjects.getInvitation(hash, deps.now());
  const client = invited && (await deps.clients.get(invited.clientId));
  // An invitation to a frozen client is not used up.
  if (!client || !isAdmitted(client)) return undefined;
  const found = await findFormer(deps, proven, invited.companyId);
  if (found === 'has client') return undefined;
  const known = await deps.subjects.clientsOf(personOf(proven));
  if (!found.former && known.length >= companiesMost) return 'too many companies';
  if (!(await deps.subjects.accept(hash, invited, { ...proven, ...found }))) return undefined;
  const { clientId, companyId } = invited;
  deps.log.info('invitation accepted', { clientId, companyId });
  return clientId;
}
