// Reads what is stored about a watched account.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Watch } from '../../lib/account/watch.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { watchKey } from '../../lib/platform/keys.ts';
import type { Caller } from './api.ts';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

export const accountOf = ({ source }: Caller): AccountRef => ({
  branch: String(source.source_account_branch_identifier),
  number: String(source.source_account_number),
});

export async function watchOf(stack: Stack, caller: Caller): Promise<Watch | undefined> {
  const get = new GetCommand({ TableName: stack.config.ACCOUNTS_TABLE, Key: watchKey(accountOf(caller)) });
  return (await openClient().send(get)).Item as Watch | undefined;
}

export const isWatched = async (stack: Stack, caller: Caller) =>
  (await watchOf(stack, caller))?.watchShard !== undefined;
