// What goes wrong between us and DynamoDB, on real clients of the real engine.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { documentClient } from '../../lib/platform/table.ts';
import { engineClient, openClient, wire } from './clients.ts';

type HttpResponse = Awaited<ReturnType<NodeHttpHandler['handle']>>['response'];

/** The command of a request on the wire: PutItem, UpdateItem, TransactWriteItems ... */
const commandOf = (headers: Record<string, string>) => headers['x-amz-target']?.split('.')[1] ?? '';

type Losing = {
  /** How many answers to the command arrive before one is lost. */
  skip?: number;
  /** What happens between the lost answer and the second try. */
  meanwhile?: () => Promise<unknown>;
  /** The second try comes so late that DynamoDB does not know the transaction's token any more. */
  late?: boolean;
  /** How many of the tries after it meet somebody else's transaction. */
  collides?: number;
};

/**
 * A client that loses one answer to one command after the write has landed, so that the SDK sends it again by
 * itself.
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
 * A client whose first request of a command is under way for long: the SDK gives up on it and sends it again by itself.
 * @param meanwhile what happens before the second try
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
    /** The request arrives after all. @returns the status of its answer */
    land: async () => held?.(),
  };
}

/** DynamoDB's answer when one row of a transaction is in conflict and the condition on another one fails. */
function collision(): HttpResponse {
  const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  const reasons = [{ Code: 'TransactionConflict' }, { Code: 'ConditionalCheckFailed' }];
  const body = JSON.stringify({ __type: type, Message: 'collision', CancellationReasons: reasons });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { statusCode: 400, headers, body: new Uint8Array(Buffer.from(body)) };
}

/** The same request under another idempotency token, of the same length. */
function anotherToken(body: Uint8Array): Buffer {
  const text = Buffer.concat([body]).toString();
  return Buffer.from(text.replace(/("ClientRequestToken":")[^"]{8}/, '$100000000'));
}

/**
 * A client in a process that dies at its nth call, before or after the call takes effect: that call and all
 * after it never answer. `died` settles when it happens.
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

/** A client whose nth call fails, and every one after it. @param isMeant which calls count, by their commands' names */
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

/** A client that notes every command it sends, and every row that it is answered with. */
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

/** A client that notes every write that took effect. */
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

/** A client to whose first `times` batch reads DynamoDB leaves every key unprocessed. */
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

/** A client to whose queries and scans DynamoDB answers with so few rows at a time. */
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
 * A client whose first answers to a query of a table leave a row out, as when its transaction is just becoming visible:
 * DynamoDB shows the writes of one transaction one after the other, to strongly consistent reads too.
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
