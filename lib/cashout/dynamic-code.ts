// Which dynamic codes a stage pays. Behind such a code is a charge that its owner may change at any time; where the
// network does not hold a payment to the amount that was approved, it is the stage that decides.

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
 * Why a payment of a dynamic code is refused here, if it is.
 * @param amountCents absent as long as the charge has not been read
 */
export function dynamicCodeRefusal(
  { config, network }: Deps,
  amountCents?: Cents,
): Extract<RefusalCode, 'dynamic_code_refused' | 'dynamic_code_above_max'> | undefined {
  if (network.bindsCodeAmount) return undefined;
  if (config.DYNAMIC_CODES === 'refuse') return 'dynamic_code_refused';
  return (amountCents ?? 0) > config.DYNAMIC_CODE_MAX_CENTS ? 'dynamic_code_above_max' : undefined;
}

/** Whether a cashout pays a dynamic code. */
export const paysDynamicCode = ({ copyAndPaste }: Pick<CashoutRequest, 'copyAndPaste'>): boolean =>
  copyAndPaste !== undefined && parseBrCode(copyAndPaste)?.kind === 'dynamic';
