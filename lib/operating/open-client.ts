// Opens an API client, with a new user and that user's policies, or for an existing user. Only the answer to this call
// contains the secrets in clear text.

import type { Client } from '../access/client.ts';
import type { Policy } from '../account/policy.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Core } from '../med-case/deps.ts';
import { hashSecret, makeSealer } from '../platform/secrets.ts';
import type { NewLink } from '../sign-in/subject-store.ts';
import type { WithOperating } from './deps.ts';

export type Rights = {
  permissions: Policy['permissions'];
  /** Implied permissions that are taken from the user. */
  without: NonNullable<Policy['without']>;
  audience: Client['audience'];
  /** A person's id at the provider of identities. Only a client with the audience `console` has one. */
  subject?: string | undefined;
};

/** Name and e-mail of a new client's user. */
export type Naming = { name?: string | undefined; email?: string | undefined };

/**
 * Opens a client with a new user.
 * @param accounts accounts of the company on which the user gets policies; by default all
 */
export async function openClient(
  deps: Core & WithOperating,
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
 * approval. Only a web client gets the seed of the user's one-time codes, which is the same for all clients of the
 * user.
 */
export async function openClientOfUser(
  deps: Core & WithOperating,
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
  const link = await linkOf(deps, companyId, subject);
  if (!(await deps.companies.insertClientOf({ client, user, link }))) refuse('user_has_too_many_clients');
  return { company_id: companyId, user_id: userId, ...secrets, mfa_secret: user.mfaSecret };
}

async function insertClient(
  deps: Core & WithOperating,
  companyId: string,
  { name, email, ...rights }: Rights & Naming,
  accounts: AccountRef[],
) {
  const userId = deps.ids.uuid();
  const { client, secrets } = newClient(deps, { userId, companyId }, rights.audience);
  const mfaSecret = toBase32(Buffer.from(deps.ids.secret(), 'hex').subarray(0, 20));
  const inserted = await deps.companies.insertClient({
    client,
    link: await linkOf(deps, companyId, rights.subject),
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
      permissions: rights.permissions,
      ...(rights.without.length > 0 ? { without: rights.without } : {}),
      active: true,
    })),
  });
  if (!inserted) refuse('person_has_client');
  return { company_id: companyId, user_id: userId, ...secrets, mfa_secret: mfaSecret };
}

/** A person has one client of a company: otherwise it could give two approvals. A closed client is replaced. */
async function linkOf(
  { config, subjects, clients }: Core & WithOperating,
  companyId: string,
  subject: string | undefined,
): Promise<NewLink | undefined> {
  if (subject === undefined) return undefined;
  const { CONSOLE_ISSUER: issuer } = config;
  if (!issuer)
    refuse('validation_error', [{ field: 'audience', message: 'must not be console: this stage has none' }]);
  const former = await subjects.clientIn({ issuer, subject }, companyId);
  const known = former === undefined ? undefined : await clients.get(former);
  if (known?.active) refuse('person_has_client');
  return { issuer, subject, former };
}

function newClient(
  { ids, config }: Core,
  { userId, companyId }: Pick<Client, 'userId' | 'companyId'>,
  audience: Client['audience'],
) {
  const clientId = ids.uuid();
  const [clientSecret, hmacSecret] = [ids.secret(), ids.secret()];
  const sealedHmacSecret = makeSealer(config).seal(hmacSecret, clientId);
  const secretHash = hashSecret(clientSecret);
  return {
    client: { clientId, companyId, userId, audience, active: true, secretHash, sealedHmacSecret },
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
