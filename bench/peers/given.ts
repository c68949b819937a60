// Creates the common input of all peers: a client with our settings, the same account and policy to read, and the row
// that our own create call wrote.

import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Identity } from '../../lib/access/tokens.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { awsClientSettings } from '../../lib/platform/aws-client.ts';
import { balanceKey, policyKey } from '../../lib/platform/keys.ts';
import { documentClient } from '../../lib/platform/table.ts';
import type { Contestant } from '../blocks.ts';

export type Given = {
  accountsTable: string;
  cashoutsTable: string;
  account: AccountRef;
  caller: Pick<Identity, 'userId' | 'companyId'>;
  row: Cashout;
  /** Returns our own create request as API Gateway passes it. */
  eventOf: (idempotencyKey: string, amount?: number) => APIGatewayProxyEventV2;
};

export type Peer = {
  /** Sends a create call with a new idempotency key. */
  first: Contestant;
  /** Repeats a create call. It is absent if the peer does not support replays. */
  replay?: Contestant;
  client: DynamoDBDocumentClient;
};

export function ownClients(): { plain: DynamoDBClient; client: DynamoDBDocumentClient } {
  const plain = new DynamoDBClient(awsClientSettings);
  return { plain, client: documentClient(plain) };
}

/** Creates an on-demand table whose key is a single attribute. The table has no index and no stream. */
export async function createTable(
  plain: DynamoDBClient,
  TableName: string,
  AttributeName: string,
  AttributeType: 'S' | 'N',
): Promise<void> {
  await plain.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName, AttributeType }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    }),
  );
}

/** Returns the keys of the account's balance and of the caller's policy on that account. */
export const keysOf = ({ account, caller }: Given) => [
  balanceKey(account),
  policyKey(caller.userId, account),
];

/** Returns the row without the keys of our indexes (open work, and the account's list). */
export function plainRow({
  openAccount: _,
  dueAt: __,
  listedIn: ___,
  listedAt: ____,
  ...row
}: Cashout): Omit<Cashout, 'openAccount' | 'dueAt' | 'listedIn' | 'listedAt'> {
  return row;
}
