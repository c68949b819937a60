// The DynamoDB calls of a drill besides rows: recovery windows, copies, and the settings that copies lack.

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

/** `from`, `to`: the first and the last second that can be restored. */
type Window = { from: Date; to: Date };
/** `of`: the table that it was restored from. */
type Copy = { isReady: boolean; of: string; at: Date; bytes: number };

export type Restoring = {
  /** Undefined if the table has no point-in-time recovery. */
  windowOf(table: string): Promise<Window | undefined>;
  bytesOf(table: string): Promise<number>;
  /**
   * Undefined if there is none.
   * @throws if a table of this name was not restored from another
   */
  findCopy(name: string): Promise<Copy | undefined>;
  restore(table: string, copy: string, at: Date): Promise<void>;
  /** The settings that the table has and its copy lacks. */
  missingIn(table: string, copy: string): Promise<string[]>;
  remove(copy: string): Promise<void>;
  /** All copies, of any second. */
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

  /** The settings that a restored table does not inherit, in words. */
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
