// A QR code as one caller may see it, with its account. Missing, another company's and without a policy on its account
// are the same, and cost the same reads: not found.

import { hasPolicy } from '../access.ts';
import type { Deps } from '../deps.ts';
import { invariant, refuse } from '../errors.ts';
import { type Account, isSameAccount } from '../ledger.ts';
import type { QrCode } from '../qr-code.ts';
import type { Identity } from '../tokens.ts';

export async function findQrCode(
  deps: Deps,
  caller: Identity,
  id: number,
): Promise<{ qrCode: QrCode; account: Account }> {
  const [qrCode, policies] = await Promise.all([
    deps.qrCodes.get(id),
    deps.accounts.listPolicies(caller.userId),
  ]);
  const policy = qrCode && policies.find((candidate) => isSameAccount(candidate, qrCode.account));
  if (qrCode?.companyId !== caller.companyId || !hasPolicy(caller, policy)) refuse('qr_code_not_found');
  const account = await deps.accounts.get(qrCode.account);
  invariant(account, 'a QR code has an account');
  return { qrCode, account };
}
