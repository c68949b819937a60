// Stores changes of scheduled cashouts while they are NEW. Each change is one conditional update, so that only one of
// several concurrent changes succeeds. A rejection is also such an update (decision-store.ts).

import type { Watches } from '../account/watch-store.ts';
import { askedOf } from './asked-words.ts';
import type { Cashout } from './cashout.ts';
import type { Move, Moved } from './decision-store.ts';
import { moveNew, toWork } from './move-to.ts';

export function makeSchedules(move: Move, watches: Pick<Watches, 'ensure'>) {
  return {
    /**
     * Marks a cashout whose start is due, so that its message can be sent to the workers. Only one of several
     * concurrent runs of expire-cashouts succeeds, so only one message is sent.
     */
    async call({ id, account, dueAt }: Cashout, calledAt: string, nextDueAt: string): Promise<Moved> {
      await watches.ensure(account);
      return move(id, {
        set: { calledAt, dueAt: nextDueAt, tries: 0 },
        to: toWork({ id, account }),
        seen: { status: 'NEW', dueAt, calledAt: undefined, verifies: undefined },
      });
    },

    /**
     * Stores the key's owner.
     * @param owner the network's answer now
     * @param dueAt when the cashout begins to wait for its start, however long the look-up took
     */
    noteOwner: (cashout: Cashout, owner: NonNullable<Cashout['owner']>, dueAt: string): Promise<Moved> =>
      move(cashout.id, {
        set: { owner, dueAt, ...askedOf(cashout) },
        remove: ['verifies'],
        seen: { status: 'NEW', verifies: true },
      }),

    /**
     * Postpones a cashout that could not start; it is tried again later. Until its event is recorded it is open work.
     * After that it waits for its next try.
     */
    postpone: (
      cashout: Cashout,
      times: Required<Pick<Cashout, 'postponedAt' | 'retriesAt' | 'dueAt'>>,
    ): Promise<Moved> =>
      move(cashout.id, {
        set: { ...times, ...askedOf(cashout) },
        append: { pendingEvents: ['postponed'] },
        remove: ['calledAt'],
        seen: { status: 'NEW', calledAt: cashout.calledAt },
      }),

    /**
     * Sends back a cashout that has too few approvals for the rules at its start; it waits for more approvals. The
     * field `asked` is removed, because its times are relative to the approval.
     */
    sendBack: (
      { id, account, calledAt, approvedAt }: Cashout,
      waiting: Required<Pick<Cashout, 'postponedAt' | 'expiresAt' | 'dueAt' | 'requires' | 'approvals'>>,
    ): Promise<Moved> =>
      move(id, {
        set: { ...waiting, tries: 0 },
        append: { pendingEvents: ['postponed'] },
        remove: ['calledAt', 'approvedAt', 'approvedBy', 'approveAttempt', 'asked'],
        to: moveNew({ id, account }, 'stays'),
        seen: { status: 'NEW', calledAt, approvedAt, pendingEvents: [] },
      }),

    /** Counts a look-up of the payee that got no answer, and sets the next due time. */
    noteSilence: (cashout: Cashout, dueAt: string): Promise<Moved> =>
      move(cashout.id, {
        set: { dueAt, ...askedOf(cashout) },
        add: { tries: 1 },
        seen: {
          status: 'NEW',
          tries: cashout.tries,
          calledAt: cashout.calledAt,
          verifies: cashout.verifies,
        },
      }),

    /** Moves a due NEW row from the open work to the rows that wait for their start or expiry. */
    wait: (cashout: Cashout, until: string): Promise<Moved> =>
      move(cashout.id, {
        set: { dueAt: until },
        to: moveNew(cashout, 'waits'),
        seen: {
          status: 'NEW',
          dueAt: cashout.dueAt,
          approvedAt: cashout.approvedAt,
          pendingEvents: [],
          calledAt: undefined,
          verifies: undefined,
        },
      }),
  };
}
