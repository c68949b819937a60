// Creates faults between the service and DynamoDB, on real clients of the real engine.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { documentClient } from '../../lib/platform/table.ts';
import { engineClient, openClient, wire } from './clients.ts';

type HttpResponse = Awaited<ReturnType<NodeHttpHandler['handle']>>['response'];

/** Returns the command of an HTTP request: PutItem, UpdateItem, TransactWriteItems ... */
const commandOf = (headers: Record<string, string>) => headers['x-amz-target']?.split('.')[1] ?? '';

type Losing = {
  /** The number of answers to the command that arrive before one is lost. */
  skip?: number;
  /** Runs between the lost answer and the second attempt. */
  meanwhile?: () => Promise<unknown>;
  /** Whether the second attempt comes so late that DynamoDB no longer knows the transaction's token. */
  late?: boolean;
  /** The number of following attempts that are in conflict with another transaction. */
  collides?: number;
};

/**
 * Returns a client that loses one answer to a command after the write has taken effect. So the SDK sends the command
 * again by itself.
 */
export function losingAnswers(
  command: string,
  { skip = 0, meanwhile = async () => {}, late = false, collides = 0 }: Losing = {},
) {
  let seen = 0;
  let lost = 0;
  type Handle = (...call: Parameters<NodeHttpHandler['handle']>) => ReturnType<NodeHttpHandler['handle']>;
  const handle: Handle = async (request, options) => {
    if (lost > 0 && late) request.body = anotherToken(request.body);
    const isOurs = commandOf(request.headers) === command;
    if (isOurs && lost > 0 && lost <= collides) {
      lost += 1;
      return { response: collision() };
    }
    const answer = await wire.handle(request, options);
    if (lost > 0 || !isOurs || seen++ < skip) return answer;
    lost += 1;
    await meanwhile();
    throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
  };
  const requestHandler = { handle } as NodeHttpHandler;
  return {
    client: documentClient(engineClient(DynamoDBClient, { requestHandler })),
    lost: () => lost,
  };
}

/**
 * Returns a client whose first request of a command takes very long. So the SDK gives up and sends it again by itself.
 * @param meanwhile runs before the second attempt
 */
export function holdingBack(command: string, meanwhile: () => Promise<unknown>) {
  let held: (() => Promise<number>) | undefined;
  const handle = async (...call: Parameters<NodeHttpHandler['handle']>) => {
    const [request, options] = call;
    if (held || commandOf(request.headers) !== command) return wire.handle(request, options);
    held = async () => (await wire.handle(request, options)).response.statusCode;
    await meanwhile();
    throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
  };
  const requestHandler = { handle } as NodeHttpHandler;
  return {
    client: documentClient(engineClient(DynamoDBClient, { requestHandler })),
    /**
     * Lets the request arrive after all.
     * @returns the status of its answer
     */
    land: async () => held?.(),
  };
}

/** Returns DynamoDB's answer if one row of a transaction is in conflict and the condition on another row fails. */
function collision(): HttpResponse {
  const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  const reasons = [{ Code: 'TransactionConflict' }, { Code: 'ConditionalCheckFailed' }];
  const body = JSON.stringify({ __type: type, Message: 'collision', CancellationReasons: reasons });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { statusCode: 400, headers, body: new Uint8Array(Buffer.from(body)) };
}

/** Returns the same request with another idempotency token of the same length. */
function anotherToken(body: Uint8Array): Buffer {
  const text = Buffer.concat([body]).toString();
  return Buffer.from(text.replace(/("ClientRequestToken":")[^"]{8}/, '$100000000'));
}

/**
 * Returns a client in a process that dies at its nth call, before or after the call takes effect. That call and all
 * later calls never get an answer. `died` settles when the process dies.
 */
export function dyingAt(call: number, moment: 'before' | 'after') {
  const client = openClient();
  const never = new Promise<never>(() => {});
  let calls = 0;
  let die = () => {};
  const died = new Promise<'died'>((resolve) => {
    die = () => resolve('died');
  });
  atSend(client, async (_, next) => {
    calls += 1;
    if (calls > call || (calls === call && moment === 'before')) {
      die();
      return never;
    }
    const answer = await next();
    if (calls === call) {
      die();
      return never;
    }
    return answer;
  });
  return { client, died, calls: () => calls };
}

/**
 * Returns a client whose nth call and all later calls fail.
 * @param isMeant selects by the commands' names which calls count
 */
export function failingAt(call: number, fault: Error, isMeant = (_name: string) => true) {
  const client = openClient();
  let calls = 0;
  atSend(client, async (name, next) => {
    if (!isMeant(name)) return next();
    calls += 1;
    if (calls >= call) throw fault;
    return next();
  });
  return client;
}

/** Returns a client that records every command that it sends, and every row that it gets. */
export function counting() {
  const client = openClient();
  const sent: string[] = [];
  const rows: Record<string, unknown>[] = [];
  atSend(client, async (name, next) => {
    sent.push(name);
    const answer = await next();
    rows.push(...rowsOf((answer as { output: object }).output));
    return answer;
  });
  return { client, sent, rows };
}

type Output = { Item?: object; Items?: object[]; Responses?: Record<string, object[]> | { Item?: object }[] };

function rowsOf({ Item, Items = [], Responses = {} }: Output): Record<string, unknown>[] {
  const others = Array.isArray(Responses)
    ? Responses.map((one) => one.Item)
    : Object.values(Responses).flat();
  return [Item, ...Items, ...others].filter((row) => row !== undefined) as Record<string, unknown>[];
}

/** Returns a client that records every write that took effect. */
export function notingWrites() {
  const client = openClient();
  const written: string[] = [];
  atSend(client, async (name, next) => {
    const answer = await next();
    if (!/Get|Query/.test(name)) written.push(name);
    return answer;
  });
  return { client, written };
}

/** Returns a client whose first `times` batch reads leave every key unprocessed. */
export function leavingUnprocessed(times: number) {
  const client = openClient();
  let reads = 0;
  atSend(client, async (name, next, input) => {
    const answer = (await next()) as { output: { Responses?: object; UnprocessedKeys?: unknown } };
    if (name !== 'BatchGetItemCommand' || reads >= times) return answer;
    reads += 1;
    answer.output.Responses = {};
    answer.output.UnprocessedKeys = (input as { RequestItems: unknown }).RequestItems;
    return answer;
  });
  return { client, reads: () => reads };
}

/** Returns a client whose queries and scans get only this number of rows at a time. */
export function shortPages(rows: number) {
  const client = openClient();
  atSend(client, async (name, next, input) => {
    if (/^(Query|Scan)Command$/.test(name)) Object.assign(input as object, { Limit: rows });
    return next();
  });
  return { client };
}

type AtSend = (name: string, next: () => Promise<unknown>, input: unknown) => Promise<unknown>;

function atSend(client: DynamoDBDocumentClient, handle: AtSend): void {
  client.middlewareStack.add(
    (next, context) => (args) =>
      handle(context.commandName as string, () => next(args), args.input) as ReturnType<typeof next>,
    { step: 'initialize', name: 'fault', priority: 'high' },
  );
}

/**
 * Returns a client whose first queries of a table miss a row, as if the row's transaction was just becoming visible.
 * DynamoDB shows the writes of one transaction one after another, even to strongly consistent reads.
 */
export function missingRow(table: string, isMissing: (row: Record<string, unknown>) => boolean, times = 1) {
  const client = openClient();
  let queries = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const { Items } = answer.output as { Items?: Record<string, unknown>[] };
      if (!Items || (args.input as { TableName?: string }).TableName !== table) return answer;
      queries += 1;
      if (queries > times) return answer;
      const output = { ...answer.output, Items: Items.filter((row) => !isMissing(row)) };
      return { ...answer, output } as typeof answer;
    },
    { step: 'initialize', name: 'missingRow' },
  );
  return { client, queries: () => queries };
}
