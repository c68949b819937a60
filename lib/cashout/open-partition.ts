// Computes the partitions of the sparse index `open`, which contains the open work of each account: transfers in
// progress, pending events, and NEW cashouts until they are first due. Each account has four partitions; each partition
// allows a thousand writes a second. After a NEW cashout was first due, it waits for its expiry or start in a partition
// that all accounts share. Payouts do not read the shared partitions, and an account is not watched because of rows in
// them.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { fewShards } from '../platform/shards.ts';

const partCount = 4;

/** Returns the partition key of a cashout. */
export function openPartitionOf(account: AccountRef, id: number): string {
  return `${accountKey(account)}#${id % partCount}`;
}

/** Returns all partition keys of an account. */
export function openPartitionsOf(account: AccountRef): string[] {
  return Array.from({ length: partCount }, (_, part) => openPartitionOf(account, part));
}

/** Returns the shared partition key of a NEW cashout that waits for its expiry or start. */
export function waitingShardOf(id: number): string {
  return `waiting#${id % fewShards}`;
}

export const waitingShards = Array.from({ length: fewShards }, (_, shard) => waitingShardOf(shard));
