// A QR code as one caller may see it, with its account.

import type { Policy } from '../access.ts';
import type { Core } from '../deps.ts';
import { invariant } from '../errors.ts';
import type { Account } from '../ledger.ts';
import type { QrCode } from '../qr-code.ts';
import type { Identity } from '../tokens.ts';
import { findOwned } from './find-owned.ts';

export async function findQrCode(
  deps: Core,
  caller: Identity,
  id: number,
): Promise<{ qrCode: QrCode; account: Account; policy: Policy }> {
  const { row: qrCode, policy } = await findOwned(deps, caller, deps.qrCodes.get(id), 'qr_code_not_found');
  const account = await deps.accounts.get(qrCode.account);
  invariant(account, 'a QR code has an account');
  return { qrCode, account, policy };
}
