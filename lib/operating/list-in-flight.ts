// Lists cashouts and chargebacks in progress. Their money was held before a freeze, and their payments may already have
// been sent. The list contains only ids, amounts and times, no names or keys.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { cents, toDecimalText } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';
import { findFrozen } from './find-frozen.ts';

type Deps = Base & WithAccess & WithUsers & WithAccounts & WithCashouts & WithChargebacks & WithOperating;

type InFlight = {
  kind: 'cashout' | 'chargeback';
  id: number;
  account: AccountRef;
  amountCents: number;
  since: string;
  users: (string | undefined)[];
  /**
   * Whether the account still holds the money. If false, the network has accepted the chargeback, so the debit is
   * already on the statement.
   */
  isHeld: boolean;
};

const tries = 5;
const pauseMs = 300;
/**
 * Time in milliseconds after which no further try is made, so that the answer is sent before the function's timeout.
 */
const looksMs = 12_000;
/** Maximum number of items in the answer. The sum and the count include all items. */
const namedMax = 1_000;

export async function listInFlight(deps: Deps, target: FreezeTarget) {
  const { userId, listAccounts } = await findFrozen(deps, target);
  const accounts = await listAccounts();
  const begun = deps.now().getTime();
  for (let attempt = 1; ; attempt++) {
    const [{ all, listedCents }, heldCents] = [await read(deps, accounts), await readHeld(deps, accounts)];
    // The index may lag behind the table, and transfers may end in the meantime. So the list is complete only if it
    // adds up to the held money of the accounts.
    const isWhole = listedCents === heldCents;
    if (!isWhole && attempt < tries && deps.now().getTime() - begun < looksMs) {
      await deps.pause(pauseMs * attempt);
      continue;
    }
    const wanted = all.filter(({ users }) => userId === undefined || users.includes(userId));
    const sum = cents(wanted.reduce((total, { amountCents }) => total + amountCents, 0));
    return {
      in_flight: wanted.slice(0, namedMax).map(present),
      in_flight_count: wanted.length,
      in_flight_sum: toDecimalText(sum),
      complete: isWhole,
    };
  }
}

async function read(deps: Deps, accounts: readonly AccountRef[]) {
  const [cashouts, chargebacks] = await Promise.all([
    deps.cashouts.listOpen(accounts),
    deps.chargebacks.listOpen(accounts),
  ]);
  const all = [...cashouts.flatMap(ofCashout), ...chargebacks.flatMap(ofChargeback)].sort((one, other) =>
    one.since < other.since ? -1 : 1,
  );
  const held = all.filter(({ isHeld }) => isHeld);
  return { all, listedCents: held.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}

async function readHeld(deps: Base & WithAccounts, accounts: readonly AccountRef[]): Promise<number> {
  const rows = await deps.accounts.getAll(accounts);
  return rows.reduce((sum, row) => sum + (row?.heldCents ?? 0), 0);
}

function ofCashout(row: Cashout): InFlight[] {
  const { id, account, status, request, reservedAt, createdBy, approvedBy } = row;
  if (status !== 'PROCESSING' || reservedAt === undefined) return [];
  const users = [createdBy, approvedBy];
  return [
    {
      kind: 'cashout',
      id,
      account,
      amountCents: request.amountCents,
      since: reservedAt,
      users,
      isHeld: true,
    },
  ];
}

function ofChargeback(row: Chargeback): InFlight[] {
  const { id, account, status, request, createdAt, createdBy, acceptedAt } = row;
  if (status !== 'PENDING') return [];
  const { amountCents } = request;
  const isHeld = acceptedAt === undefined;
  return [{ kind: 'chargeback', id, account, amountCents, since: createdAt, users: [createdBy], isHeld }];
}

function present({ kind, id, account, amountCents, since }: InFlight) {
  return { kind, id, account: accountIdOf(account), amount: toDecimalText(cents(amountCents)), since };
}
