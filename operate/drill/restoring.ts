// Makes the DynamoDB calls of a drill that do not concern rows: recovery windows, copies, and the settings that copies
// lack.

import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  paginateListTables,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { invariant } from '../../lib/base/errors.ts';
import { isCopy } from './tables.ts';

/** The first and the last second to which a table can be restored. */
type Window = { from: Date; to: Date };
/** A copy. `of` is the table from which it was restored. */
type Copy = { isReady: boolean; of: string; at: Date; bytes: number };

export type Restoring = {
  /** Returns undefined if the table has no point-in-time recovery. */
  windowOf(table: string): Promise<Window | undefined>;
  bytesOf(table: string): Promise<number>;
  /**
   * Returns undefined if there is no copy.
   * @throws if a table with this name was not restored from another table
   */
  findCopy(name: string): Promise<Copy | undefined>;
  restore(table: string, copy: string, at: Date): Promise<void>;
  /** Returns the settings that the table has and its copy lacks. */
  missingIn(table: string, copy: string): Promise<string[]>;
  remove(copy: string): Promise<void>;
  /** Lists all copies, of any second. */
  listCopies(stage: string): Promise<string[]>;
};

export function makeRestoring(client: DynamoDBClient): Restoring {
  async function describe(TableName: string): Promise<TableDescription | undefined> {
    try {
      return (await client.send(new DescribeTableCommand({ TableName }))).Table;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }
  const recoveryOf = async (TableName: string) =>
    (await client.send(new DescribeContinuousBackupsCommand({ TableName }))).ContinuousBackupsDescription
      ?.PointInTimeRecoveryDescription;

  /** Returns in words the settings that a restored table does not inherit. */
  async function settingsOf(TableName: string): Promise<string[]> {
    const table = await describe(TableName);
    const [{ TimeToLiveDescription: life }, recovery, { Tags = [] }] = await Promise.all([
      client.send(new DescribeTimeToLiveCommand({ TableName })),
      recoveryOf(TableName),
      client.send(new ListTagsOfResourceCommand({ ResourceArn: table?.TableArn })),
    ]);
    const key = table?.SSEDescription?.KMSMasterKeyArn;
    return [
      ...(life?.TimeToLiveStatus === 'ENABLED' ? [`time to live (${life.AttributeName})`] : []),
      ...(table?.StreamSpecification?.StreamEnabled
        ? [`stream (${table.StreamSpecification.StreamViewType})`]
        : []),
      ...(recovery?.PointInTimeRecoveryStatus === 'ENABLED' ? ['point-in-time recovery'] : []),
      ...(table?.DeletionProtectionEnabled ? ['deletion protection'] : []),
      ...(Tags.length > 0 ? ['tags'] : []),
      ...(key ? [`encryption by ${key}`] : []),
      ...(table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => `index ${IndexName}`),
    ];
  }

  return {
    async windowOf(table) {
      const recovery = await recoveryOf(table);
      const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } = recovery ?? {};
      return from && to ? { from, to } : undefined;
    },

    bytesOf: async (table) => (await describe(table))?.TableSizeBytes ?? 0,

    async findCopy(name) {
      const found = await describe(name);
      if (!found) return undefined;
      const { SourceTableArn = '', RestoreDateTime: at, RestoreInProgress } = found.RestoreSummary ?? {};
      if (!at) throw new Error(`${name} exists but was not restored from another table`);
      const isReady = found.TableStatus === 'ACTIVE' && !RestoreInProgress;
      return { isReady, of: SourceTableArn.split('/').at(-1) ?? '', at, bytes: found.TableSizeBytes ?? 0 };
    },

    async restore(table, copy, at) {
      const key = (await describe(table))?.SSEDescription?.KMSMasterKeyArn;
      const sealed = { Enabled: true, SSEType: 'KMS' as const, KMSMasterKeyId: key };
      await client.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: table,
          TargetTableName: copy,
          RestoreDateTime: at,
          ...(key ? { SSESpecificationOverride: sealed } : {}),
        }),
      );
    },

    async missingIn(table, copy) {
      const [here, there] = await Promise.all([settingsOf(table), settingsOf(copy)]);
      return here.filter((setting) => !there.includes(setting));
    },

    async remove(copy) {
      invariant(isCopy(copy), 'a drill deletes nothing but its copies');
      await client.send(new DeleteTableCommand({ TableName: copy })).catch((error) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      });
    },

    async listCopies(stage) {
      const found: string[] = [];
      for await (const { TableNames = [] } of paginateListTables({ client }, {}))
        found.push(...TableNames.filter((name) => name.startsWith(`pix-cashout-${stage}-`) && isCopy(name)));
      return found;
    },
  };
}
