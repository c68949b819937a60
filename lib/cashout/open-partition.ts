// Where a cashout is in the sparse index `open`, which has the open work of each account: transfers in progress,
// pending events, and NEW cashouts until they are first due. An account has four parts: each takes a thousand
// writes a second. NEW cashouts that wait for their expiry or their start are there too, in lanes of all accounts, which no payout
// reads and for which no account is watched.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { fewLanes } from '../platform/lanes.ts';

const partCount = 4;

/** Partition of a cashout. */
export function openPartitionOf(account: AccountRef, id: number): string {
  return `${accountKey(account)}#${id % partCount}`;
}

/** All partitions of an account. */
export function openPartitionsOf(account: AccountRef): string[] {
  return Array.from({ length: partCount }, (_, part) => openPartitionOf(account, part));
}

/** Partition of a NEW cashout that waits for its expiry or its start. */
export function waitingLaneOf(id: number): string {
  return `waiting#${id % fewLanes}`;
}

export const waitingLanes = Array.from({ length: fewLanes }, (_, lane) => waitingLaneOf(lane));
