// An account as it is stored: its company and holder, its balance, and its freezes.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Rules } from '../rules/rules.ts';

type AccountStatus = 'ACTIVE' | 'CLOSED';

export type Account = AccountRef & {
  companyId: string;
  status: AccountStatus;
  holderName: string;
  holderLegalId: string;
  /** The PIX key that it was opened with. */
  pixKey?: string;
  availableCents: Cents;
  heldCents: Cents;
  /** The part of `heldCents` that refunds of QR codes hold; the rest is of cashouts. Absent before the first. */
  heldForRefundsCents?: number;
  /** Sum of the entries. */
  postedCents: Cents;
  /** Sum of the imposed debits: `availableCents` is never below minus this sum. Absent if there were none. */
  imposedCents?: number;
  seq: number;
  lastTime: string;
  /** The names of everything that freezes its cashouts (lib/freeze/freeze.ts). Absent if there is none. */
  freezes?: ReadonlySet<string>;
  /** What its cashouts must keep besides the contract. Absent if there is no rule. */
  rules?: Rules;
  /** It was below the amount of the rule low_balance when that was last looked at, and that was told. */
  isLow?: true;
  /** Since when the account itself is frozen (ISO, UTC). */
  frozenAt?: string;
};
