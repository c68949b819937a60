// Makes the steps that move a chargeback's money. Each step is one transaction on the chargeback, its QR code, the
// balances and the statement. Its condition is that the chargeback has not changed since it was read.

import { refuse } from '../base/errors.ts';
import { cents } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { type Causes, type Posted, post } from '../ledger/posting-store.ts';
import { type Refund, returnOnRow } from '../payout/return-store.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import { chargeBackQrCode, lockQrCode, unlockQrCode } from '../qr-code/qr-code-store.ts';
import type { Chargeback } from './chargeback.ts';
import { backLeg, debitLeg, payersLeg } from './chargeback-legs-store.ts';
import { chargebackKey, returnKey } from './chargeback-store.ts';

/** The result of a step. `moved`: another step was written first, so nothing was changed. */
export type Stepped = { kind: 'done' } | { kind: 'moved' };
export type Locked =
  | { kind: 'locked' }
  | { kind: 'exists'; current: Chargeback }
  /** The QR code or the account has changed since it was read. */
  | { kind: 'changed' };

export type ChargebackEnd = Pick<Chargeback, 'endedByPeople'> & { endedAt: string; dueAt: string };

export type ChargebackLedger = ReturnType<typeof makeChargebackLedger>;

export function makeChargebackLedger(db: Database, now: () => Date) {
  const { CHARGEBACKS_TABLE: table, ACCOUNTS_TABLE: accounts } = db.config;

  const put = (chargeback: Chargeback): Action => ({
    Put: {
      TableName: table,
      Item: { ...chargeback, ...chargebackKey(chargeback.id) },
      // A key may be used again after its refund was refused. Of concurrent calls, only the first call writes.
      ConditionExpression: 'attribute_not_exists(pk) OR (#status = :refused AND #ask < :ask)',
      ExpressionAttributeNames: { '#status': 'status', '#ask': 'ask' },
      ExpressionAttributeValues: { ':refused': 'REFUSED', ':ask': chargeback.ask },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  });
  const updateRow = (id: number, update: ReturnType<typeof change>): Action => ({
    Update: { TableName: table, Key: chargebackKey(id), ...update },
  });
  const point = (id: number, returnId: string): Action => ({
    Put: {
      TableName: table,
      Item: { ...returnKey(returnId), id },
      ConditionExpression: 'attribute_not_exists(pk) OR id = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  });
  const updateBalance = ({ account }: Chargeback, update: ReturnType<typeof change>): Action => ({
    Update: { TableName: accounts, Key: balanceKey(account), ...update },
  });

  /** Returns the condition that the row is PENDING for the same request (`ask`), with `acceptedAt` unchanged. */
  const asRead = ({ ask, acceptedAt }: Chargeback) => ({
    when: `#status = :pending AND #ask = :ask AND ${acceptedAt ? 'attribute_exists' : 'attribute_not_exists'}(#acceptedAt)`,
    values: { pending: 'PENDING', ask },
  });

  /**
   * Returns the condition of `asRead`, and also that no caller has seen the chargeback and no second request was sent
   * to the network.
   */
  const unheardOf = (read: Chargeback) => {
    const seen = asRead(read);
    const when = `${seen.when} AND #polls = :none AND attribute_not_exists(#shown)`;
    return { when, values: { ...seen.values, none: 0 } };
  };

  return {
    /** Writes a new PENDING chargeback, locks the QR code, lowers its refundable amount, and holds the money. */
    async lock(chargeback: Chargeback): Promise<Locked> {
      const { amountCents } = chargeback.request;
      const hold = change({
        add: { availableCents: -amountCents, heldCents: amountCents },
        count: { heldForRefundsCents: amountCents },
        when: '#availableCents >= :amount AND #status = :active',
        values: { amount: amountCents, active: 'ACTIVE' },
      });
      const result = await transact(db, [
        put(chargeback),
        lockQrCode(db, chargeback),
        updateBalance(chargeback, hold),
      ]);
      if (result.done) return { kind: 'locked' };
      const existing = result.broken[0]?.row as Chargeback | undefined;
      if (!existing) refuseToGuess(result.mayLand);
      return existing ? { kind: 'exists', current: existing } : { kind: 'changed' };
    },

    /**
     * Creates and ends a chargeback between our own accounts in one write, with the payee's debit and the payer's
     * credit.
     * @param paid the payer's cashout, if the payment was a cashout; it is returned in part or in full
     */
    async settleInside(
      chargeback: Chargeback,
      paid: Cashout | undefined,
      refund: (time: Date) => Refund,
    ): Promise<Locked | { kind: 'account_closed' }> {
      const { amountCents } = chargeback.request;
      const payer = chargeback.payment.payer.account;
      if (!payer) throw new Error(`internal chargeback ${chargeback.id} has no payer account`);
      const pointer = chargeback.returnId ? [point(chargeback.id, chargeback.returnId)] : [];
      const sum = cents((paid?.returnedCents ?? 0) + amountCents);
      const causes: Causes = (time, [debitCode = 0, payerCode = 0]) => [
        put({ ...chargeback, debitCode, payerCode }),
        chargeBackQrCode(db, chargeback),
        ...pointer,
        ...(paid ? [returnOnRow(db, paid, sum, refund(time))] : []),
      ];
      const posted = await post(db, now, causes, [
        debitLeg(chargeback, { availableCents: -amountCents }),
        payersLeg(chargeback, payer, paid),
      ]);
      if (posted.kind === 'ended') return { kind: 'locked' };
      const existing = posted.kind === 'moved' && posted.cause === 0 ? posted.current : undefined;
      if (!existing) refuseToGuess(posted.mayLand);
      if (posted.kind === 'account_closed') return { kind: 'account_closed' };
      return existing ? { kind: 'exists', current: existing as unknown as Chargeback } : { kind: 'changed' };
    },

    /** Records that the network has accepted the refund: the hold becomes a debit on the statement. */
    async accept(read: Chargeback, returnId: string): Promise<Stepped> {
      const posted = await post(
        db,
        now,
        (time, [debitCode = 0]) => {
          const set = { returnId, acceptedAt: time.toISOString(), debitCode };
          return [updateRow(read.id, change({ set, ...asRead(read) })), point(read.id, returnId)];
        },
        [debitLeg({ ...read, returnId }, { heldCents: -read.request.amountCents })],
      );
      return toStepped(posted);
    },

    /** Records that the payer has the money. Only allowed after the acceptance, so the debit always comes first. */
    async succeed(read: Chargeback, end: ChargebackEnd): Promise<Stepped> {
      const succeeded = change({
        set: { status: 'SUCCESS', ...end, owesEvent: true },
        when: '#status = :pending AND #ask = :ask AND attribute_exists(#acceptedAt)',
        values: { pending: 'PENDING', ask: read.ask },
      });
      const result = await transact(db, [updateRow(read.id, succeeded), unlockQrCode(db, read, 'succeeded')]);
      return result.done ? { kind: 'done' } : { kind: 'moved' };
    },

    /**
     * Ends a chargeback without a refund: unlocks the QR code and gives the money back to the account. An open hold is
     * released. After the debit, a new entry credits the account, even if it is closed.
     * @param status REFUSED only while no caller has seen the chargeback and no other run can have sent a request
     */
    async giveBack(
      read: Chargeback,
      status: 'REJECTED' | 'REFUSED',
      failureText: string,
      end: ChargebackEnd,
    ): Promise<Stepped> {
      const { amountCents } = read.request;
      const isRefused = status === 'REFUSED';
      const causes = (place: { creditCode?: number }): Action[] => {
        const finish = change({
          set: { status, failureText, owesEvent: !isRefused, ...end, ...place },
          ...(isRefused ? { remove: ['shard'], ...unheardOf(read) } : asRead(read)),
        });
        return [updateRow(read.id, finish), unlockQrCode(db, read, isRefused ? 'undone' : 'failed')];
      };
      if (!read.acceptedAt) {
        const release = change({
          add: { availableCents: amountCents, heldCents: -amountCents },
          count: { heldForRefundsCents: -amountCents },
          when: '#heldCents >= :amount',
          values: { amount: amountCents },
        });
        const result = await transact(db, [...causes({}), updateBalance(read, release)]);
        return result.done ? { kind: 'done' } : { kind: 'moved' };
      }
      const posted = await post(db, now, (_, [creditCode = 0]) => causes({ creditCode }), [backLeg(read)]);
      return toStepped(posted);
    },
  };
}

/**
 * Refuses with `unavailable` if an earlier try may still take effect. The result is then unknown, and a caller must be
 * able to rely on any other refusal.
 */
function refuseToGuess(mayLand = false): void {
  if (mayLand) refuse('unavailable');
}

function toStepped(posted: Posted): Stepped {
  if (posted.kind === 'ended') return { kind: 'done' };
  if (posted.kind === 'moved') return { kind: 'moved' };
  throw new Error(`chargeback cannot be posted: ${posted.kind}`);
}
