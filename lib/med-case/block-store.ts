// Writes the blocks of reported payments. The row of the payment, the account's balance and the row in the list of
// blocks change in one transaction. A block moves money from available to held, and never posts an entry.

import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import type { Block } from './med-case.ts';
import { paymentPut, paymentUnchanged, type ReportedPayment } from './reported-payment-store.ts';

/** One open block in the list. */
export type ListedBlock = Pick<Block, 'account' | 'cents' | 'until'> & { endToEndId: string };

const list = 'BLOCKS';
export const blockKey = (endToEndId: string) => ({ pk: list, sk: endToEndId });

function listed(db: Database, endToEndId: string, { account, cents, until }: Block): Action {
  const TableName = db.config.MED_CASES_TABLE;
  const Key = blockKey(endToEndId);
  return cents === 0
    ? { Delete: { TableName, Key } }
    : { Put: { TableName, Item: { ...Key, endToEndId, account, cents, until } } };
}

/**
 * Makes the actions that take a return from the block of its payment. Without a block, they only make sure that none is
 * made in the meantime.
 */
export function returnFromBlock(db: Database, payment: ReportedPayment, cents: number): Action[] {
  const { block, endToEndId } = payment;
  if (!block || cents === 0) return [paymentUnchanged(db, payment)];
  const left = { ...block, cents: block.cents - cents, turn: block.turn + 1 };
  return [paymentPut(db, payment, { block: left }), listed(db, endToEndId, left)];
}

export function makeBlocks(db: Database) {
  const blocks = keyedRowsOf<ListedBlock>(db, 'MED_CASES_TABLE');

  return {
    /** Lists the open blocks of all accounts. There are as many as reported payments that are not decided yet. */
    listBlocks: (): Promise<ListedBlock[]> => blocks.query({ pk: list }, { limit: Number.POSITIVE_INFINITY }),

    /**
     * Changes the block of a payment to an amount.
     * @returns false if the payment's row was changed in the meantime, or if more is to be blocked and the account is
     * closed or has less available
     */
    async setBlock(payment: ReportedPayment, account: AccountRef, to: Omit<Block, 'turn' | 'account'>) {
      const before = payment.block?.cents ?? 0;
      const block: Block = { ...to, account, turn: (payment.block?.turn ?? 0) + 1 };
      const more = block.cents - before;
      const moved = change({
        add: { availableCents: -more, heldCents: more },
        count: { heldForReportsCents: more },
        when: more > 0 ? '#availableCents >= :more AND #status = :active' : '#heldCents >= :less',
        values: more > 0 ? { more, active: 'ACTIVE' } : { less: -more },
      });
      const balance = { TableName: db.config.ACCOUNTS_TABLE, Key: balanceKey(account), ...moved };
      const result = await transact(db, [
        paymentPut(db, payment, { block }),
        listed(db, payment.endToEndId, block),
        ...(more === 0 ? [] : [{ Update: balance }]),
      ]);
      return result.done;
    },
  };
}
