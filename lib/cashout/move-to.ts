// Computes the index fields of a cashout's row: its status, its list in the account (list-keys.ts), and its partition
// in the index of open work (open-partition.ts). Only this file computes them, so that they are always consistent.
// Pure: no calls.

import type { Cashout, CashoutStatus } from './cashout.ts';
import { type StandingList, standingOf } from './list-keys.ts';
import { openPartitionOf, waitingShardOf } from './open-partition.ts';

/** For each status, the list of its cashouts, and whether a row still has work after all its events are recorded. */
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

/** The index fields that a write sets and removes. Only this file can make a value of this type. */
export type IndexFields = {
  set: Pick<Partial<Cashout>, Named>;
  remove: ('standing' | 'openAccount' | 'dueAt')[];
  [made]: true;
};

/**
 * The other fields that a write sets and removes. Index fields are not allowed among them. `to`: the change of the
 * index fields; absent if they do not change.
 */
export type Beside = {
  set?: Omit<Partial<Cashout>, Named> & { [Name in Named]?: never };
  remove?: Exclude<keyof Cashout, Named>[];
  to?: IndexFields;
};

/**
 * The change of the row's place in the index of open work. `work`: moves the row to a partition of its account, due at
 * the writer's `dueAt`, and sets `resumes` to 0. `waits`: moves it to a shared partition of waiting cashouts, also due
 * at `dueAt`. `left`: removes it from the index. `stays`: keeps the row's place, which must be in a partition of its
 * account.
 */
type Index = 'work' | 'waits' | 'left' | 'stays';
type Row = Pick<Cashout, 'id' | 'account' | 'approvedAt'>;

/**
 * Returns the index fields of a change to `status`.
 * @param row before the write, but with `approvedAt` as after the write
 */
export function moveTo(row: Row & Pick<Cashout, 'status'>, status: CashoutStatus, index: Index): IndexFields {
  const { set, remove } = fieldsIn(row, status, index);
  return indexFields({ ...set, status }, remove);
}

/** Returns the index fields of a new cashout, which is always open work. */
export const firstIndexFields = (row: Row, status: CashoutStatus) => ({
  ...fieldsIn(row, status, 'stays').set,
  ...inWork(row),
  status,
});

/**
 * Returns the new index fields of a NEW cashout that stays NEW.
 * @param row as for `moveTo`
 */
export const moveNew = (row: Row, index: Index): IndexFields =>
  fieldsIn({ ...row, status: 'NEW' }, 'NEW', index);

/** Returns index fields that make a row open work again. Its list does not change. */
export const toWork = (row: Pick<Cashout, 'id' | 'account'>): IndexFields => indexFields(inWork(row));

const inWork = ({ id, account }: Pick<Cashout, 'id' | 'account'>) => ({
  openAccount: openPartitionOf(account, id),
  resumes: 0,
});

/** Returns the index fields after the row's events are recorded. A row that may have other work stays in the index. */
export const afterEvents = (status: CashoutStatus): IndexFields =>
  indexFields({}, byStatus[status].isOpen ? [] : outOfIndex);

const outOfIndex: IndexFields['remove'] = ['openAccount', 'dueAt'];

function fieldsIn(
  row: Row & Pick<Partial<Cashout>, 'status'>,
  status: CashoutStatus,
  index: Index,
): IndexFields {
  const list = listOf(row, status, index);
  // Before a change, only a NEW row can be in a list. So only a NEW row may have to be removed from a list.
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
 * Returns the list of a row. A NEW cashout is in the list of its status once it is no longer open work. A cashout that
 * is approved before its start has its own list.
 */
function listOf({ approvedAt }: Row, status: CashoutStatus, index: Index): StandingList | undefined {
  if (status !== 'NEW') return byStatus[status].list;
  if (approvedAt) return 'SCHEDULED';
  return index === 'waits' || index === 'left' ? byStatus.NEW.list : undefined;
}

const indexFields = (set: IndexFields['set'], remove: IndexFields['remove'] = []) =>
  ({ set, remove }) as IndexFields;

/** Returns a write of a row, including its index fields. */
export function withPlace<More extends object>({ set, remove = [], to, ...more }: Beside & More) {
  return { ...more, set: { ...set, ...to?.set }, remove: [...remove, ...(to?.remove ?? [])] };
}

/** Returns the row after a write with `withPlace`. */
export function movedRow(row: Cashout, write: Beside): Cashout {
  const { set, remove } = withPlace(write);
  const kept = Object.entries(row).filter(([name]) => !remove.some((one) => one === name));
  return { ...(Object.fromEntries(kept) as Cashout), ...set } as Cashout;
}
