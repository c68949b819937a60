// Stores decisions about NEW cashouts: approval, rejection, expiry, or that a scheduled cashout is cancelled instead of
// started. Each decision is one conditional update, so only one of several concurrent decisions succeeds.

import type { Watches } from '../account/watch-store.ts';
import type { RowChange } from '../platform/rows.ts';
import { approvedAhead } from './approved-ahead.ts';
import { type Cashout, transitions } from './cashout.ts';
import type { PayeeShown } from './looks.ts';
import { type Beside, moveNew, moveTo } from './move-to.ts';

export type Approving = Required<
  Pick<Cashout, 'approvedAt' | 'approvedBy' | 'approveAttempt' | 'endToEndId' | 'dueAt'>
>;
/** The fields that the end of a NEW cashout adds to the row. */
export type NewEnd = Required<Pick<Cashout, 'endedAt' | 'failureText' | 'dueAt'>> &
  Pick<Cashout, 'rejectedBy' | 'rejectAttempt' | 'failureCode' | 'asked'>;
export type Moved = { moved: true; cashout: Cashout } | { moved: false; current: Cashout | undefined };

/**
 * Makes one conditional update of a cashout.
 * @returns the row after the update, or the current row if the condition failed
 */
export type Move = (id: number, write: Omit<RowChange<Cashout>, keyof Beside> & Beside) => Promise<Moved>;

/** Returns the condition that a row is NEW and not approved, and still has the approvals that were read. */
const asNew = ({ companyId, account, approvals }: Cashout) => ({
  status: 'NEW' as const,
  companyId,
  account,
  approvals,
  approvedAt: undefined,
});

export function makeDecisions(move: Move, watches: Pick<Watches, 'ensure'>) {
  return {
    /**
     * Changes a cashout from NEW to PROCESSING, once. A scheduled cashout stays NEW. The condition includes company and
     * account, so that a row of another customer cannot change.
     * @param approving all approvals, if the account has rules; the update fails if another approval was added since
     * they were read
     */
    async approve(
      cashout: Cashout,
      approving: Approving & Pick<Cashout, 'approvals' | 'requires'>,
    ): Promise<Moved> {
      const { id, account } = cashout;
      await watches.ensure(account);
      const seen = asNew(cashout);
      if (cashout.startsAt) {
        const { endToEndId: _, ...approval } = approving;
        return move(id, {
          set: { ...approval, ...approvedAhead(cashout) },
          to: moveNew({ ...cashout, ...approval }, 'work'),
          // A postponed cashout recorded its `scheduled` event when it was first approved.
          append: cashout.postponedAt ? {} : { pendingEvents: ['scheduled'] },
          seen,
        });
      }
      return move(id, {
        set: approving,
        to: moveTo(cashout, transitions.NEW.approve, 'work'),
        append: { pendingEvents: ['approved'] },
        seen,
      });
    },

    /** Adds an approval to a cashout that needs more approvals. */
    addApproval: (
      cashout: Cashout,
      given: Required<Pick<Cashout, 'approvals' | 'requires'>>,
    ): Promise<Moved> => move(cashout.id, { set: given, seen: asNew(cashout) }),

    /** Stores the payee that is shown to users who may approve. It is stored once and never replaced. */
    notePayeeShown: (cashout: Cashout, payeeShown: PayeeShown): Promise<Moved> => {
      const { approvals: _, ...seen } = asNew(cashout);
      return move(cashout.id, { set: { payeeShown }, seen: { ...seen, payeeShown: undefined } });
    },

    /** Stores that a look-up found no payee to show. */
    notePayeeMissed: (
      { id, companyId, account }: Cashout,
      payeeMissed: NonNullable<Cashout['payeeMissed']>,
    ): Promise<Moved> => move(id, { set: { payeeMissed }, seen: { status: 'NEW', companyId, account } }),

    /**
     * Changes a cashout from NEW to CANCELLED, once. No money was held for it. The row stays open work until its event
     * is recorded.
     * @param read fields that must not have changed since they were read
     */
    cancelNew: (
      cashout: Cashout,
      end: NewEnd,
      read: { [Name in 'approvedAt' | 'calledAt']?: string | undefined } = {},
    ): Promise<Moved> => cancel(cashout, end, { status: 'NEW', ...read }),

    /** Changes a cashout from PROCESSING to CANCELLED, once, unless its money was held: then it may have been sent. */
    cancelUnheld: (cashout: Cashout, end: NewEnd): Promise<Moved> =>
      cancel(cashout, end, { status: 'PROCESSING', reservedAt: undefined }),
  };

  async function cancel(
    cashout: Cashout,
    end: NewEnd,
    seen: RowChange<Cashout>['seen'] & { status: 'NEW' | 'PROCESSING' },
  ): Promise<Moved> {
    const { id, companyId, account } = cashout;
    await watches.ensure(account);
    return move(id, {
      set: end,
      to: moveTo(
        cashout,
        seen.status === 'NEW' ? transitions.NEW.reject : transitions.PROCESSING.cancel,
        'work',
      ),
      append: { pendingEvents: ['cancelled'] },
      seen: { ...seen, companyId, account },
    });
  }
}
