// The index fields of a cashout's row: its status, its list in the account (list-keys.ts), and its partition in the
// index of open work (open-partition.ts). Only this file computes them. Pure.

import type { Cashout, CashoutStatus } from './cashout.ts';
import { type StandingList, standingOf } from './list-keys.ts';
import { openPartitionOf, waitingShardOf } from './open-partition.ts';

/** For each status: its list, and whether the row still has work once all its events are recorded. */
const byStatus = {
  NEW: { list: 'NEW', isOpen: true },
  PROCESSING: { list: undefined, isOpen: true },
  SUCCESS: { list: undefined, isOpen: false },
  ERROR: { list: 'ERROR', isOpen: false },
  CANCELLED: { list: 'CANCELLED', isOpen: false },
  REFUNDED: { list: 'REFUNDED', isOpen: false },
} as const satisfies Record<CashoutStatus, { list: StandingList | undefined; isOpen: boolean }>;

export const standingIn = (status: CashoutStatus): StandingList | undefined => byStatus[status].list;

type Named = 'status' | 'standing' | 'openAccount' | 'resumes';
declare const made: unique symbol;

/** The index fields that a write sets and removes. Only this file makes one. */
export type IndexFields = {
  set: Pick<Partial<Cashout>, Named>;
  remove: ('standing' | 'openAccount' | 'dueAt')[];
  [made]: true;
};

/**
 * The other fields that a write sets and removes; never an index field. `to`: absent if the index fields do not change.
 */
export type Beside = {
  set?: Omit<Partial<Cashout>, Named> & { [Name in Named]?: never };
  remove?: Exclude<keyof Cashout, Named>[];
  to?: IndexFields;
};

/**
 * How a write changes the index of open work. `work`: in a partition of its account, with the writer's `dueAt`, and not
 * sent again yet. `waits`: in a shared partition of waiting cashouts, also with `dueAt`. `left`: not in the index.
 * `stays`: unchanged, in a partition of its account.
 */
type Index = 'work' | 'waits' | 'left' | 'stays';
type Row = Pick<Cashout, 'id' | 'account' | 'approvedAt'>;

/** @param row before the write, but with `approvedAt` as after it */
export function moveTo(row: Row & Pick<Cashout, 'status'>, status: CashoutStatus, index: Index): IndexFields {
  const { set, remove } = fieldsIn(row, status, index);
  return indexFields({ ...set, status }, remove);
}

/** A new cashout is open work. */
export const firstIndexFields = (row: Row, status: CashoutStatus) => ({
  ...fieldsIn(row, status, 'stays').set,
  ...inWork(row),
  status,
});

/**
 * A NEW cashout stays NEW, but its index fields change.
 * @param row as for `moveTo`
 */
export const moveNew = (row: Row, index: Index): IndexFields =>
  fieldsIn({ ...row, status: 'NEW' }, 'NEW', index);

/** Makes a row open work again. Its list does not change. */
export const toWork = (row: Pick<Cashout, 'id' | 'account'>): IndexFields => indexFields(inWork(row));

const inWork = ({ id, account }: Pick<Cashout, 'id' | 'account'>) => ({
  openAccount: openPartitionOf(account, id),
  resumes: 0,
});

/** After the row's events are recorded. A row that may have other work stays in the index. */
export const afterEvents = (status: CashoutStatus): IndexFields =>
  indexFields({}, byStatus[status].isOpen ? [] : outOfIndex);

const outOfIndex: IndexFields['remove'] = ['openAccount', 'dueAt'];

function fieldsIn(
  row: Row & Pick<Partial<Cashout>, 'status'>,
  status: CashoutStatus,
  index: Index,
): IndexFields {
  const list = listOf(row, status, index);
  // Other changes of status start from a row that is in no list.
  const isOff = !list && row.status === 'NEW';
  return indexFields(
    {
      ...(list ? { standing: standingOf(row.account, list) } : {}),
      ...(index === 'work' ? inWork(row) : {}),
      ...(index === 'waits' ? { openAccount: waitingShardOf(row.id) } : {}),
    },
    [...(isOff ? (['standing'] as const) : []), ...(index === 'left' ? outOfIndex : [])],
  );
}

/**
 * A NEW cashout is in the list of its status once it is no longer open work. One that is approved before its start has
 * its own list.
 */
function listOf({ approvedAt }: Row, status: CashoutStatus, index: Index): StandingList | undefined {
  if (status !== 'NEW') return byStatus[status].list;
  if (approvedAt) return 'SCHEDULED';
  return index === 'waits' || index === 'left' ? byStatus.NEW.list : undefined;
}

const indexFields = (set: IndexFields['set'], remove: IndexFields['remove'] = []) =>
  ({ set, remove }) as IndexFields;

/** A write of a row, including its index fields. */
export function withPlace<More extends object>({ set, remove = [], to, ...more }: Beside & More) {
  return { ...more, set: { ...set, ...to?.set }, remove: [...remove, ...(to?.remove ?? [])] };
}

/** The row after such a write. */
export function movedRow(row: Cashout, write: Beside): Cashout {
  const { set, remove } = withPlace(write);
  const kept = Object.entries(row).filter(([name]) => !remove.some((one) => one === name));
  return { ...(Object.fromEntries(kept) as Cashout), ...set } as Cashout;
}
