// Lists the chargebacks of a QR code, newest first. The QR code contains the id of its newest chargeback, and each
// chargeback contains the id of the one before it.

import type { Base } from '../platform/deps.ts';
import type { QrCode } from '../qr-code/qr-code.ts';
import type { Chargeback } from './chargeback.ts';
import type { WithChargebacks } from './deps.ts';

/**
 * Lists at most `most` chargebacks.
 * @returns `isWhole`: whether there are no older chargebacks
 */
export async function listChargebacks(
  { chargebacks }: Pick<Base & WithChargebacks, 'chargebacks'>,
  { latestChargeback }: Pick<QrCode, 'latestChargeback'>,
  most: number,
): Promise<{ rows: Chargeback[]; isWhole: boolean }> {
  const rows: Chargeback[] = [];
  let next = latestChargeback;
  while (next !== undefined && rows.length < most) {
    const row: Chargeback | undefined = await chargebacks.get(next);
    if (row) rows.push(row);
    next = row?.earlier;
  }
  return { rows, isWhole: next === undefined };
}
