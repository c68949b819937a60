// Reads the list of a company: its accounts and clients.

import { companyKey } from '../platform/keys.ts';
import { type Database, queryAll, type Row } from '../platform/table.ts';

export const listPlaces = (db: Database, companyId: string, kind: 'ACCOUNT#' | 'CLIENT#'): Promise<Row[]> =>
  queryAll(db, {
    TableName: db.config.ACCOUNTS_TABLE,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :kind)',
    ExpressionAttributeValues: { ':pk': companyKey(companyId).pk, ':kind': kind },
    ConsistentRead: true,
  });

/** Returns the ids of the company's clients, including closed clients. */
export async function listClientIds(db: Database, companyId: string): Promise<string[]> {
  return (await listPlaces(db, companyId, 'CLIENT#')).map(({ clientId }) => clientId as string);
}
