// An account as stored: company, holder, balance and freezes.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Rules } from '../rules/rules.ts';

type AccountStatus = 'ACTIVE' | 'CLOSED';

export type Account = AccountRef & {
  companyId: string;
  status: AccountStatus;
  holderName: string;
  holderLegalId: string;
  /** The PIX key of its opening. */
  pixKey?: string;
  availableCents: Cents;
  heldCents: Cents;
  /**
   * The share of `heldCents` for refunds of QR codes; the rest is for cashouts. Absent before the first such refund.
   */
  heldForRefundsCents?: number;
  /** Sum of the statement entries. */
  postedCents: Cents;
  /** Sum of the imposed debits. `availableCents` never falls below minus this sum. Absent if there were none. */
  imposedCents?: number;
  seq: number;
  lastTime: string;
  /** Names of all freezes that stop its cashouts (lib/freeze/freeze.ts). Absent if there are none. */
  freezes?: ReadonlySet<string>;
  /** The account's own rules for cashouts. Absent if there are none. */
  rules?: Rules;
  /** The last check found it below the amount of the rule low_balance, and an event was recorded. */
  isLow?: true;
  /** When the account itself was frozen (ISO, UTC). */
  frozenAt?: string;
};
