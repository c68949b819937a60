// Where a move puts a cashout: its status, the account's list that it is in (list-place.ts), and its place in the index of open
// work (open-partition.ts). No other file makes what a write sets of these. Pure.

import type { Cashout, CashoutStatus } from './cashout.ts';
import { type StandingList, standingOf } from './list-place.ts';
import { openPartitionOf, waitingLaneOf } from './open-partition.ts';

/** By status: the list, and whether the row has work when all its events are recorded. */
const places = {
  NEW: { list: 'NEW', isOpen: true },
  PROCESSING: { list: undefined, isOpen: true },
  SUCCESS: { list: undefined, isOpen: false },
  ERROR: { list: 'ERROR', isOpen: false },
  CANCELLED: { list: 'CANCELLED', isOpen: false },
  REFUNDED: { list: 'REFUNDED', isOpen: false },
} as const satisfies Record<CashoutStatus, { list: StandingList | undefined; isOpen: boolean }>;

export const standingIn = (status: CashoutStatus): StandingList | undefined => places[status].list;

type Named = 'status' | 'standing' | 'openAccount' | 'resumes';
declare const made: unique symbol;

/** What a write sets and removes. Only this file makes one. */
export type Place = {
  set: Pick<Partial<Cashout>, Named>;
  remove: ('standing' | 'openAccount' | 'dueAt')[];
  [made]: true;
};

/** What a write sets and removes besides: nothing that a place has. `to`: absent if the row stays where it is. */
export type Beside = {
  set?: Omit<Partial<Cashout>, Named> & { [Name in Named]?: never };
  remove?: Exclude<keyof Cashout, Named>[];
  to?: Place;
};

/**
 * In the index of open work. `work`: in its account's part, with the `dueAt` that the writer sets, and not sent again yet. `waits`:
 * in a lane, with a `dueAt` too. `left`: nowhere. `stays`: in its account's part already.
 */
type Index = 'work' | 'waits' | 'left' | 'stays';
type Row = Pick<Cashout, 'id' | 'account' | 'approvedAt'>;

/** @param row as it is before, but with `approvedAt` as it is after */
export function moveTo(row: Row & Pick<Cashout, 'status'>, status: CashoutStatus, index: Index): Place {
  const { set, remove } = placeOf(row, status, index);
  return placed({ ...set, status }, remove);
}

/** A new cashout is open work. */
export const firstPlace = (row: Row, status: CashoutStatus) => ({
  ...placeOf(row, status, 'stays').set,
  ...inWork(row),
  status,
});

/** A NEW cashout stays NEW, in another place. @param row as `moveTo` takes it */
export const moveNew = (row: Row, index: Index): Place => placeOf({ ...row, status: 'NEW' }, 'NEW', index);

/** Open work again, in the list where it is. */
export const toWork = (row: Pick<Cashout, 'id' | 'account'>): Place => placed(inWork(row));

const inWork = ({ id, account }: Pick<Cashout, 'id' | 'account'>) => ({
  openAccount: openPartitionOf(account, id),
  resumes: 0,
});

/** Its events are recorded. One that may have other work keeps its place. */
export const afterEvents = (status: CashoutStatus): Place =>
  placed({}, places[status].isOpen ? [] : outOfIndex);

const outOfIndex: Place['remove'] = ['openAccount', 'dueAt'];

function placeOf(row: Row & Pick<Partial<Cashout>, 'status'>, status: CashoutStatus, index: Index): Place {
  const list = listOf(row, status, index);
  // No other cashout that moves on is in a list.
  const isOff = !list && row.status === 'NEW';
  return placed(
    {
      ...(list ? { standing: standingOf(row.account, list) } : {}),
      ...(index === 'work' ? inWork(row) : {}),
      ...(index === 'waits' ? { openAccount: waitingLaneOf(row.id) } : {}),
    },
    [...(isOff ? (['standing'] as const) : []), ...(index === 'left' ? outOfIndex : [])],
  );
}

/** A NEW cashout is in the list of its status once it is no longer open work; one that is approved ahead has a list of its own. */
function listOf({ approvedAt }: Row, status: CashoutStatus, index: Index): StandingList | undefined {
  if (status !== 'NEW') return places[status].list;
  if (approvedAt) return 'SCHEDULED';
  return index === 'waits' || index === 'left' ? places.NEW.list : undefined;
}

const placed = (set: Place['set'], remove: Place['remove'] = []) => ({ set, remove }) as Place;

/** A write of a row, with the place in it. */
export function withPlace<More extends object>({ set, remove = [], to, ...more }: Beside & More) {
  return { ...more, set: { ...set, ...to?.set }, remove: [...remove, ...(to?.remove ?? [])] };
}

/** The row after such a write. */
export function movedRow(row: Cashout, write: Beside): Cashout {
  const { set, remove } = withPlace(write);
  const kept = Object.entries(row).filter(([name]) => !remove.some((one) => one === name));
  return { ...(Object.fromEntries(kept) as Cashout), ...set } as Cashout;
}
