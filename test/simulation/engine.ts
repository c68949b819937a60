// Opens a DynamoDB in the thread of the runs. Each run has tables of its own.

import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Physical } from '../../local/resources.ts';
import { engineHost, openEngine as openTables } from '../dynamodb/engine.ts';
import { unadorned } from '../support/unadorned.ts';

export type Engine = ReturnType<typeof openEngine>;

export type WireRequest = { headers: Record<string, string>; body: string | Uint8Array };
export type WireAnswer = { statusCode: number; headers: Record<string, string>; body: Uint8Array };

/** Nobody checks a signature here, and computing one would be more than half of a client's work. */
const signer = { sign: async <Request>(request: Request): Promise<Request> => request };
const json = { 'content-type': 'application/x-amz-json-1.0' };

export function openEngine() {
  const tables = openTables();
  let calls = 0;
  const post = async ({ headers, body }: WireRequest): Promise<WireAnswer> => {
    calls += 1;
    const answer = tables.handle(headers['x-amz-target'] ?? '', body);
    return { statusCode: answer.status, headers: json, body: Buffer.from(answer.body) };
  };

  const requestHandler = {
    handle: async (request: WireRequest) => ({ response: await post(request) }),
  };
  const settings = {
    region: 'sa-east-1',
    endpoint: `http://${engineHost}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    signer,
  };
  const dynamo = unadorned(new DynamoDBClient({ ...settings, requestHandler } as never));

  return {
    post,
    calls: () => calls,
    settings,
    /** These clients are for checks: they cause no faults and take no steps of the scheduler. */
    dynamo,
    streams: unadorned(new DynamoDBStreamsClient({ ...settings, requestHandler } as never)),
    document: DynamoDBDocumentClient.from(dynamo),
    async drop(physical: Physical): Promise<void> {
      const tables = Object.keys(physical).filter((id) => id.endsWith('Table'));
      for (const id of tables)
        await dynamo.send(new DeleteTableCommand({ TableName: physical[id]?.ref ?? '' }));
    },
  };
}

/** Converts a value to text with sorted attributes, because the engine returns attributes in any order. */
export function canonical(value: unknown, leaveOut: ReadonlySet<string> = new Set()): string {
  return JSON.stringify(value, (name, inner) => {
    if (leaveOut.has(name)) return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

export type Dump = Record<string, Record<string, unknown>[]>;

/** Returns everything that is stored, by the table's logical id. The rows of each table are sorted by their text. */
export async function dump(engine: Engine, physical: Physical): Promise<Dump> {
  const all: Dump = {};
  for (const [id, { ref }] of Object.entries(physical)) {
    if (!id.endsWith('Table')) continue;
    const rows: Record<string, unknown>[] = [];
    let after: Record<string, unknown> | undefined;
    do {
      const page = await engine.document.send(
        new ScanCommand({ TableName: ref, ConsistentRead: true, ExclusiveStartKey: after }),
      );
      rows.push(...(page.Items ?? []));
      after = page.LastEvaluatedKey;
    } while (after);
    all[id] = rows
      .map((row) => [canonical(row), row] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, row]) => row);
  }
  return all;
}
