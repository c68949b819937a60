// Decides which dynamic QR codes a stage pays. The owner of a dynamic code may change its amount at any time. If the
// network does not bind a payment to the approved amount, another amount could be paid, so the stage's settings decide.

import type { RefusalCode } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { parseBrCode } from '../network/br-code.ts';
import type { PixNetwork } from '../network/port.ts';
import type { Config } from '../platform/config.ts';
import type { CashoutRequest } from './cashout.ts';

type Deps = {
  config: Pick<Config, 'DYNAMIC_CODES' | 'DYNAMIC_CODE_MAX_CENTS'>;
  network: Pick<PixNetwork, 'bindsCodeAmount'>;
};

/**
 * Returns why this stage refuses to pay a dynamic QR code, or undefined if it does not refuse.
 * @param amountCents absent until the charge has been read
 */
export function dynamicCodeRefusal(
  { config, network }: Deps,
  amountCents?: Cents,
): Extract<RefusalCode, 'dynamic_code_refused' | 'dynamic_code_above_max'> | undefined {
  if (network.bindsCodeAmount) return undefined;
  if (config.DYNAMIC_CODES === 'refuse') return 'dynamic_code_refused';
  return (amountCents ?? 0) > config.DYNAMIC_CODE_MAX_CENTS ? 'dynamic_code_above_max' : undefined;
}

export const paysDynamicCode = ({ copyAndPaste }: Pick<CashoutRequest, 'copyAndPaste'>): boolean =>
  copyAndPaste !== undefined && parseBrCode(copyAndPaste)?.kind === 'dynamic';
