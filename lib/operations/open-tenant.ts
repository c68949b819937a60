// A company to rehearse with: accounts with money in them, a client and the user it acts for.

import type { Policy } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { type Account, accountKey, isSameAccount } from '../ledger.ts';
import { type Cents, cents, toDecimal } from '../money.ts';
import { hashSecret, makeSealer } from '../secrets.ts';
import { completeCpf } from '../tax-id.ts';
import type { Audience } from '../tokens.ts';

const branch = '0001';

export type Rights = { permissions: Policy['permissions']; audience: Audience };

export async function openTenant(
  deps: Deps,
  tenant: Rights & { name: string; accounts: number; balance: Cents },
) {
  const companyId = deps.ids.uuid();
  await deps.tenants.insertCompany({ companyId, name: tenant.name });
  const accounts = [];
  for (let left = tenant.accounts; left > 0; left--) {
    accounts.push(await openAccount(deps, companyId, tenant.name, tenant.balance));
  }
  const refs = accounts.map((account) => ({
    branch: account.source_account_branch_identifier,
    number: account.source_account_number,
  }));
  return { ...(await openClient(deps, companyId, tenant, refs)), accounts };
}

/** One more client and user of a company, with policies on the accounts named, or on all of them. */
export async function openClientOf(
  deps: Deps,
  {
    company_id: companyId,
    accounts,
    ...rights
  }: Rights & { company_id: string; accounts?: AccountRef[] | undefined },
) {
  if (!(await deps.tenants.hasCompany(companyId))) refuse('company_not_found');
  const owned = await deps.tenants.listAccounts(companyId);
  const isOwned = (account: AccountRef) => owned.some((one) => isSameAccount(one, account));
  if (accounts && !accounts.every(isOwned)) refuse('account_not_found');
  // Taken from what is owned, so that an account named twice is one.
  const wanted = accounts
    ? owned.filter((account) => accounts.some((named) => isSameAccount(named, account)))
    : owned;
  const client = await openClient(deps, companyId, rights, wanted);
  const rows = await Promise.all(wanted.map((account) => deps.accounts.get(account)));
  return { ...client, accounts: rows.flatMap((row) => (row ? [presentAccount(row)] : [])) };
}

async function openAccount(deps: Deps, companyId: string, holderName: string, balance: Cents) {
  for (;;) {
    const account: Account & { pixKey: string } = {
      companyId,
      branch,
      number: withCheckDigit(deps.ids.digits(8)),
      status: 'ACTIVE',
      holderName,
      holderLegalId: completeCpf(deps.ids.digits(9)),
      availableCents: cents(0),
      heldCents: cents(0),
      postedCents: cents(0),
      seq: 0,
      lastTime: deps.now().toISOString(),
      pixKey: deps.ids.uuid(),
    };
    if ((await deps.tenants.insertAccount(account, account.pixKey)) === 'taken') continue;
    if (balance > 0) {
      const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: balance } as const;
      await deps.ledger.credit(account, entry, `opening#${accountKey(account)}`);
    }
    return presentAccount({ ...account, availableCents: balance });
  }
}

function presentAccount(account: Account & { pixKey?: string }) {
  return {
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
    balance: toDecimal(account.availableCents),
    pix_key: account.pixKey ?? null,
  };
}

async function openClient(deps: Deps, companyId: string, rights: Rights, accounts: AccountRef[]) {
  const sealer = makeSealer(deps.config.DATA_KEYS);
  const clientId = deps.ids.uuid();
  const userId = deps.ids.uuid();
  const [clientSecret, hmacSecret] = [deps.ids.secret(), deps.ids.secret()];
  const mfaSecret = toBase32(Buffer.from(deps.ids.secret(), 'hex').subarray(0, 20));
  await deps.tenants.insertClient({
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

/** Account numbers end in a check digit: weights 2 to 9 from the right, modulo 11. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  return `${digits}${((sum * 10) % 11) % 10}`;
}

/** Base32 (RFC 4648, without padding), the form in which authenticator apps take a secret. */
function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
}
