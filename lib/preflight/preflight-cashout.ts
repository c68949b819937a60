// Predicts the result of a cashout without creating it: its payee, the present reasons against it, and the approvals
// that it needs. The same code judges a hold. Only the caller's budget of look-ups is written.

import type { WithLookups } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { admit } from '../account/find-account.ts';
import { requirePermissions } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { cents } from '../base/money.ts';
import { acceptSchedule } from '../cashout/accept-schedule.ts';
import type { AskedCashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { readCode } from '../cashout/fix-code.ts';
import { fixRequest } from '../cashout/fix-request.ts';
import type { WithNetwork } from '../network/deps.ts';
import { lookUpPayee } from '../payout/look-up-payee.ts';
import type { Base } from '../platform/deps.ts';
import { countsOf } from '../rules/limits.ts';
import { foretell, type Preflight, roomsOf } from './foretell.ts';
import type { WithPreflights } from './preflight-store.ts';

const issuerIsSilent = 'Issuer of the copy and paste code gave no answer';

export async function preflightCashout(
  deps: Base & WithLookups & WithAccounts & WithCashouts & WithNetwork & WithPreflights,
  { caller, account: ref, asked }: { caller: Identity; account: AccountRef; asked: AskedCashout },
): Promise<Preflight> {
  const found = await deps.accounts.getWithPolicy(ref, caller.userId);
  admit(caller, found);
  requirePermissions(found.policy, ['CREATE']);
  const { account } = found;
  if (account.status === 'CLOSED') refuse('account_not_found');
  const startsAt = acceptSchedule(deps, asked);
  const isCode = asked.copyAndPaste !== undefined;
  const request = isCode ? await readCode(deps, asked) : fixRequest(asked, deps.config.CNPJ_LETTERS);
  if (!request) return { ...(await unread(deps, account, asked)), startsAt };

  const resolved = await lookUpPayee(deps, { companyId: caller.companyId, budget: caller.userId }, request);
  return { ...(await foretell(deps, account, { request, createdBy: caller.userId }, resolved)), startsAt };
}

/** Makes the result for a code that was not read. Payee and amount are not certain, so only the account is shown. */
async function unread(
  deps: Base & WithPreflights,
  account: Account,
  { amountCents }: AskedCashout,
): Promise<Preflight> {
  const at = deps.now().toISOString();
  const all = countsOf(account.rules ?? {}, cents(0), '', at);
  const counts = all.filter(({ name }) => name !== 'new_payee');
  const rows = await deps.preflights.read(account, { counts, names: [], payouts: [] });
  return { account, at, amountCents, reasons: [issuerIsSilent], rooms: roomsOf(counts, rows, at) };
}
