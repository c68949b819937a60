// What happens to scheduled cashouts while they are NEW. Each is one conditional update, so that of several at once,
// and of these and a rejection, one wins.

import type { Watches } from '../account/watch-store.ts';
import { askedOf } from './asked-words.ts';
import type { Cashout } from './cashout.ts';
import type { Move, Moved } from './decision-store.ts';
import { moveNew, toWork } from './move-to.ts';

export function makeSchedules(move: Move, watches: Pick<Watches, 'ensure'>) {
  return {
    /** Its start has come: the workers get it. Of several sweeps one moves it, and so sends one message. */
    async call({ id, account, dueAt }: Cashout, calledAt: string, nextDueAt: string): Promise<Moved> {
      await watches.ensure(account);
      return move(id, {
        set: { calledAt, dueAt: nextDueAt, tries: 0 },
        to: toWork({ id, account }),
        seen: { status: 'NEW', dueAt, calledAt: undefined, verifies: undefined },
      });
    },

    /**
     * @param owner as the network tells it now
     * @param dueAt when it goes to wait for its start, however long the owner was looked for
     */
    noteOwner: (cashout: Cashout, owner: NonNullable<Cashout['owner']>, dueAt: string): Promise<Moved> =>
      move(cashout.id, {
        set: { owner, dueAt, ...askedOf(cashout) },
        remove: ['verifies'],
        seen: { status: 'NEW', verifies: true },
      }),

    /** It could not start, and is tried again. Its event is open work, so it goes to wait after that. */
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

    /** Its approvals are not enough for the rules of its day: it waits for more. What was asked is dated by the approval, so it goes. */
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

    /** The payee gave no answer: counts the try and sets the next due time. */
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

    /** A NEW row that has come due waits for its start or its expiry, apart from the open work. */
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
