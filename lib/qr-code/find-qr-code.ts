// Finds a QR code that the caller may see, with its account and the caller's policy.

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Policy } from '../account/policy.ts';
import { invariant } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from './deps.ts';
import type { QrCode } from './qr-code.ts';

export async function findQrCode(
  deps: Base & WithAccounts & WithQrCodes,
  caller: Identity,
  id: number,
): Promise<{ qrCode: QrCode; account: Account; policy: Policy }> {
  const { row: qrCode, policy } = await findOwned(deps, caller, deps.qrCodes.get(id), 'qr_code_not_found');
  const account = await deps.accounts.get(qrCode.account);
  invariant(account, 'a QR code has an account');
  return { qrCode, account, policy };
}
