// Defines an account as it is stored: company, holder, balance and freezes.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Rules } from '../rules/rules.ts';

type AccountStatus = 'ACTIVE' | 'CLOSED';

export type Account = AccountRef & {
  companyId: string;
  status: AccountStatus;
  holderName: string;
  holderLegalId: string;
  /** The PIX key with which the account was opened. */
  pixKey?: string;
  availableCents: Cents;
  heldCents: Cents;
  /**
   * The part of `heldCents` that is held for refunds of QR codes. Absent before the first such refund. What is held
   * neither for refunds nor for reports is held for cashouts.
   */
  heldForRefundsCents?: number;
  /** The part of `heldCents` that is blocked because of MED reports. Absent before the first block. */
  heldForReportsCents?: number;
  /** Sum of the account's statement entries. */
  postedCents: Cents;
  /**
   * Sum of the imposed debits. `availableCents` can fall below zero by at most this sum. Absent if there were no
   * imposed debits.
   */
  imposedCents?: number;
  seq: number;
  lastTime: string;
  /** Names of all freezes that stop the account's cashouts (lib/freeze/freeze.ts). Absent if there are none. */
  freezes?: ReadonlySet<string>;
  /** The account's own rules for cashouts. Absent if there are none. */
  rules?: Rules;
  /**
   * Present if the available balance was below the amount of the rule low_balance at the last check. The event about
   * this was recorded.
   */
  isLow?: true;
  /** Time at which the account itself was frozen (ISO, UTC). */
  frozenAt?: string;
};
