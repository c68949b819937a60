// Opens an API client with the user it acts for and that user's policies. Only the answer has the secrets in
// clear text.

import type { Audience } from '../access/tokens.ts';
import type { Policy } from '../account/policy.ts';
import type { Core, WithOperating } from '../app/deps.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { hashSecret, makeSealer } from '../platform/secrets.ts';

export type Rights = {
  permissions: Policy['permissions'];
  /** The permissions that come with every policy and are taken away here. */
  without: NonNullable<Policy['without']>;
  audience: Audience;
};

/** @param accounts of the company; by default all of them */
export async function openClient(
  deps: Core & WithOperating,
  {
    companyId,
    accounts: named,
    ...rights
  }: Rights & { companyId: string; accounts?: AccountRef[] | undefined },
) {
  if (!(await deps.companies.getCompany(companyId))) refuse('company_not_found');
  const owned = await deps.companies.listAccounts(companyId);
  const isOwned = (account: AccountRef) => owned.some((one) => isSameAccount(one, account));
  if (named && !named.every(isOwned)) refuse('account_not_found');
  // Taken from the company's list, so that an account named twice counts once.
  const accounts = named
    ? owned.filter((account) => named.some((one) => isSameAccount(one, account)))
    : owned;
  return { accounts, credentials: await insertClient(deps, companyId, rights, accounts) };
}

async function insertClient(
  deps: Core & WithOperating,
  companyId: string,
  rights: Rights,
  accounts: AccountRef[],
) {
  const sealer = makeSealer(deps.config);
  const clientId = deps.ids.uuid();
  const userId = deps.ids.uuid();
  const [clientSecret, hmacSecret] = [deps.ids.secret(), deps.ids.secret()];
  const mfaSecret = toBase32(Buffer.from(deps.ids.secret(), 'hex').subarray(0, 20));
  await deps.companies.insertClient({
    client: {
      clientId,
      companyId,
      userId,
      audience: rights.audience,
      active: true,
      secretHash: hashSecret(clientSecret),
      sealedHmacSecret: sealer.seal(hmacSecret, clientId),
    },
    user: { userId, companyId, sealedMfaSecret: sealer.seal(mfaSecret, userId) },
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
  return {
    company_id: companyId,
    user_id: userId,
    client_id: clientId,
    client_secret: clientSecret,
    hmac_secret: hmacSecret,
    mfa_secret: mfaSecret,
  };
}

/** Base32 (RFC 4648, without padding), as authenticator apps read a secret. */
function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
}
