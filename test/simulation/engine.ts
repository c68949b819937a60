// The embedded DynamoDB in memory, spoken to over one connection. A run has tables of its own.

import { createHash } from 'node:crypto';
import http from 'node:http';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Physical } from '../../local/resources.ts';

export type WireRequest = { headers: Record<string, string>; body: string | Uint8Array };
export type WireAnswer = { statusCode: number; headers: Record<string, string>; body: Uint8Array };

export type Engine = ReturnType<typeof openEngine>;

/** @param port of a started DynamoDB on this machine */
export function openEngine(port: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let calls = 0;
  let runs = 0;

  /** Tokens are remembered for ten minutes of real time: the same one of another run is another. */
  function withOwnToken(body: WireRequest['body']): string {
    const ownOf = (token: string) =>
      createHash('sha256').update(`${runs} ${token}`).digest('hex').slice(0, 36);
    return Buffer.from(body as Uint8Array)
      .toString()
      .replace(/"ClientRequestToken":"([^"]{36})"/, (_, token) => `"ClientRequestToken":"${ownOf(token)}"`);
  }

  function post({ headers, body: sent }: WireRequest): Promise<WireAnswer> {
    calls += 1;
    const body = headers['x-amz-target']?.endsWith('TransactWriteItems') ? withOwnToken(sent) : sent;
    return new Promise((resolve, reject) => {
      const request = http.request(
        { agent, port, host: '127.0.0.1', method: 'POST', path: '/', headers },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({
              statusCode: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body: new Uint8Array(Buffer.concat(parts)),
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  const requestHandler = {
    handle: async (request: WireRequest) => ({ response: await post(request) }),
  };
  const settings = {
    region: 'sa-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const dynamo = new DynamoDBClient({ ...settings, requestHandler } as never);

  return {
    post,
    calls: () => calls,
    /** From now on it is another run that calls. @returns its number */
    beginRun: () => {
      runs += 1;
      return runs;
    },
    settings,
    /** For those who watch: no faults, and no steps. */
    dynamo,
    streams: new DynamoDBStreamsClient({ ...settings, requestHandler } as never),
    document: DynamoDBDocumentClient.from(dynamo),
    async drop(physical: Physical): Promise<void> {
      const tables = Object.keys(physical).filter((id) => id.endsWith('Table'));
      for (const id of tables)
        await dynamo.send(new DeleteTableCommand({ TableName: physical[id]?.ref ?? '' }));
    },
  };
}

/** The engine gives attributes in any order. */
export function canonical(value: unknown, leaveOut: ReadonlySet<string> = new Set()): string {
  return JSON.stringify(value, (name, inner) => {
    if (leaveOut.has(name)) return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

export type Dump = Record<string, Record<string, unknown>[]>;

/** Everything that is stored, by the table's logical id, each table in order of its rows' text. */
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
