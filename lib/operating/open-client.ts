// Opens a client, with a new user and that user's policies, or for an existing user. Only the answer to this call
// contains the secrets in clear text.

import type { Client } from '../access/client.ts';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import { givenRights, type ImpliedPermission, type Permission } from '../access/permission.ts';
import { isPerson } from '../access/tokens.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import { hashSecret, makeSealer } from '../platform/secrets.ts';
import { findFormer, newInvitation } from '../sign-in/invitation.ts';
import type { Invitation, NewLink } from '../sign-in/subject-store.ts';
import type { WithOperating } from './deps.ts';

type Deps = Base & WithAccess & WithOperating & WithUsers;

export type Rights = {
  permissions: readonly Permission[];
  /** Implied permissions that are taken from the user. */
  without: readonly ImpliedPermission[];
  audience: Client['audience'];
  /**
   * A person's id at the identity provider. If it is absent, a person's client gets an invitation that the person
   * accepts.
   */
  subject?: string | undefined;
  /** The client's addresses change all the time. */
  roams?: boolean;
};

/** Name and e-mail of a new client's user. */
export type Naming = { name?: string | undefined; email?: string | undefined };

/**
 * Opens a client with a new user.
 * @param accounts accounts of the company on which the user gets policies; by default all
 */
export async function openClient(
  deps: Base & WithAccess & WithOperating,
  {
    companyId,
    accounts: named,
    ...rights
  }: Rights & Naming & { companyId: string; accounts?: AccountRef[] | undefined },
) {
  if (!(await deps.companies.getCompany(companyId))) refuse('company_not_found');
  const owned = await deps.companies.listAccounts(companyId);
  const isOwned = (account: AccountRef) => owned.some((one) => isSameAccount(one, account));
  if (named && !named.every(isOwned)) refuse('account_not_found');
  // The accounts are taken from the company's list, so that an account that is named twice counts once.
  const accounts = named
    ? owned.filter((account) => named.some((one) => isSameAccount(one, account)))
    : owned;
  return { accounts, credentials: await insertClient(deps, companyId, rights, accounts) };
}

/**
 * Opens another client for a user, with the user's rights. Rules count users, so another client gives no second
 * approval. Returns the seed of the user's one-time codes, which is the same for all clients of the user. The answer
 * for an `api` client leaves the seed out (company-calls.ts).
 */
export async function openClientOfUser(
  deps: Deps,
  {
    companyId,
    userId,
    audience,
    subject,
  }: { companyId: string; userId: string } & Pick<Rights, 'audience' | 'subject'>,
) {
  const user = await deps.users.get(userId);
  if (!user || user.companyId !== companyId) refuse('user_not_found');
  const { client, secrets } = newClient(deps, user, audience);
  const { person, invitation } = await personOf(deps, companyId, { audience, subject });
  if (!(await deps.companies.insertClientOf({ client, user, person }))) refuse('user_has_too_many_clients');
  return { company_id: companyId, user_id: userId, ...secrets, ...invitation, mfa_secret: user.mfaSecret };
}

async function insertClient(
  deps: Base & WithAccess & WithOperating,
  companyId: string,
  { name, email, ...rights }: Rights & Naming,
  accounts: AccountRef[],
) {
  const userId = deps.ids.uuid();
  const { permissions, without } = givenRights(rights, rights.audience);
  const { client, secrets } = newClient(deps, { userId, companyId }, rights.audience, rights.roams);
  const mfaSecret = toBase32(Buffer.from(deps.ids.secret(), 'hex').subarray(0, 20));
  const { person, invitation } = await personOf(deps, companyId, rights);
  const inserted = await deps.companies.insertClient({
    client,
    person,
    user: {
      userId,
      companyId,
      ...(name ? { name } : {}),
      ...(email ? { email } : {}),
      sealedMfaSecret: makeSealer(deps.config).seal(mfaSecret, userId),
    },
    policies: accounts.map(({ branch, number }) => ({
      userId,
      companyId,
      branch,
      number,
      permissions,
      ...(without.length > 0 ? { without } : {}),
      active: true,
    })),
  });
  if (!inserted) refuse('person_has_client');
  return { company_id: companyId, user_id: userId, ...secrets, ...invitation, mfa_secret: mfaSecret };
}

/** Returns who may use a person's client: a person whose id is known, or the person who accepts an invitation. */
async function personOf(
  deps: Base & WithAccess & WithOperating,
  companyId: string,
  { audience, subject }: Pick<Rights, 'audience' | 'subject'>,
): Promise<{ person: NewLink | Invitation | undefined; invitation?: { invitation: string } }> {
  if (!isPerson(audience)) return { person: undefined };
  const { CONSOLE_ISSUER: issuer, CONSOLE_URL } = deps.config;
  if (!issuer)
    refuse('validation_error', [
      { field: 'audience', message: `must not be ${audience}: this stage has no console` },
    ]);
  if (subject === undefined) {
    const { code, invitation } = newInvitation(deps);
    return { person: invitation, invitation: { invitation: `${CONSOLE_URL}/join/${code}` } };
  }
  const found = await findFormer(deps, { issuer, subject }, companyId);
  if (found === 'has client') refuse('person_has_client');
  return { person: { issuer, subject, ...found } };
}

function newClient(
  { ids, config }: Base,
  { userId, companyId }: Pick<Client, 'userId' | 'companyId'>,
  audience: Client['audience'],
  roams = false,
) {
  const clientId = ids.uuid();
  const [clientSecret, hmacSecret] = [ids.secret(), ids.secret()];
  const sealedHmacSecret = makeSealer(config).seal(hmacSecret, clientId);
  const secretHash = hashSecret(clientSecret);
  return {
    client: {
      ...{ clientId, companyId, userId, audience, active: true, secretHash, sealedHmacSecret },
      ...(roams ? { roams } : {}),
    },
    secrets: { client_id: clientId, client_secret: clientSecret, hmac_secret: hmacSecret },
  };
}

/** Encodes bytes in Base32 (RFC 4648, without padding), the format of secrets in authenticator apps. */
function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
}
