// An account as it is stored: whose it is, what it has, and whether anything stops it.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';

type AccountStatus = 'ACTIVE' | 'CLOSED';

export type Account = AccountRef & {
  companyId: string;
  status: AccountStatus;
  holderName: string;
  holderLegalId: string;
  /** The key that leads to it. */
  pixKey?: string;
  availableCents: Cents;
  heldCents: Cents;
  /** Sum of the entries. */
  postedCents: Cents;
  /** Sum of the imposed debits: `available` is never further below zero. Absent where there was none. */
  imposedCents?: number;
  seq: number;
  lastTime: string;
  /** Whose payouts from it are frozen (lib/freeze/freeze.ts). Absent when nobody's are. */
  freezes?: ReadonlySet<string>;
  /** Since when it is frozen for itself (ISO, UTC). */
  frozenAt?: string;
};
