// Changes of scheduled cashouts while they are NEW. Each is one conditional update, so that of several concurrent
// changes, including a rejection, only one succeeds.

import type { Watches } from '../account/watch-store.ts';
import { askedOf } from './asked-words.ts';
import type { Cashout } from './cashout.ts';
import type { Move, Moved } from './decision-store.ts';
import { moveNew, toWork } from './move-to.ts';

export function makeSchedules(move: Move, watches: Pick<Watches, 'ensure'>) {
  return {
    /**
     * The start is due: gives the cashout to the workers. Only one of several sweeps succeeds, so only one message is
     * sent.
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
     * @param owner the network's answer now
     * @param dueAt when it starts to wait for its start, however long the look-up took
     */
    noteOwner: (cashout: Cashout, owner: NonNullable<Cashout['owner']>, dueAt: string): Promise<Moved> =>
      move(cashout.id, {
        set: { owner, dueAt, ...askedOf(cashout) },
        remove: ['verifies'],
        seen: { status: 'NEW', verifies: true },
      }),

    /** It could not start and is tried again later. Recording its event is open work; after that it waits. */
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
     * It has too few approvals for the rules at its start, and waits for more. `asked` is relative to the approval, so
     * it is removed.
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

    /** The look-up of the payee got no answer: counts the try and sets the next due time. */
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

    /** Moves a due NEW row from open work to the rows that wait for their start or expiry. */
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
