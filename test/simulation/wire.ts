// Stands between the SDK and DynamoDB. Every request of every store passes here, one at a time, and may meet a fault.
// The real engine answers the requests that are passed on.

import type { Dice } from './dice.ts';
import type { Engine, WireAnswer, WireRequest } from './engine.ts';
import type { CallFault, Faults } from './faults.ts';
import { type Invocation, never, running } from './lambda.ts';
import { noteLook } from './messages-of-ids.ts';
import type { Scheduler } from './scheduler.ts';
import { firstOf, isTearable, joined, restOf } from './torn.ts';

// biome-ignore lint/suspicious/noExplicitAny: DynamoDB's own JSON, of any of its commands
export type Input = any;

/** A write without an answer may still take effect after up to this many milliseconds. */
export const lateMsMax = 30_000;

/**
 * How far an index by account may be behind its table, in milliseconds. The service waits longer than this before it
 * ends a watch (lib/account/watch.ts).
 */
const indexLagMsMax = 10_000;

/** `kind` contains the command and the tables, `label` also the key. */
export type Call = { command: string; input: Input; tables: string[]; kind: string; label: string };

type Options = {
  /**
   * The id of the run. It becomes a part of the tokens of transactions, because every run of a seed would use the same
   * tokens.
   */
  run: string;
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  engine: Engine;
  /** Called after a write has taken effect. */
  onWritten: (call: Call) => Promise<void>;
};

const requestTimeoutMs = 2_000;
const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

export function makeWire({ run, scheduler, dice, faults, engine, onWritten }: Options) {
  const earlier = new Map<string, WireAnswer[]>();
  /** When each row was last written. */
  const writtenAt = new Map<string, number>();

  async function send(request: WireRequest, call: Call): Promise<WireAnswer> {
    const answer = await engine.post(request);
    if (answer.statusCode === 200 && writes.has(call.command)) {
      for (const name of writtenBy(call)) writtenAt.set(name, scheduler.now());
      await onWritten(call);
    }
    return answer;
  }

  /** Reads an index that does not contain the last writes yet. Whole pages of it may be older only if it has shards. */
  async function readLagging(request: WireRequest, { input }: Call): Promise<WireAnswer> {
    const answer = await engine.post(request);
    const since = scheduler.now() - dice.between(0, indexLagMsMax);
    const body = JSON.parse(Buffer.from(answer.body).toString());
    if (answer.statusCode !== 200 || !body.Items) return answer;
    const Items = body.Items.filter(
      (row: Input) => (writtenAt.get(nameOf(input.TableName, row)) ?? 0) < since,
    );
    return jsonAnswer(200, { ...body, Items, Count: Items.length });
  }

  /** Reads, and sometimes returns what an index or an eventually consistent read may return instead. */
  async function read(request: WireRequest, call: Call, fault: CallFault | undefined): Promise<WireAnswer> {
    if (fault === 'short page')
      return engine.post(withBody(request, { ...call.input, Limit: 1 + dice.between(0, 2) }));
    if (fault === 'unprocessed keys') return sendPart(request, call);
    if (fault === 'stale read' && lagging.has(call.input.IndexName)) return readLagging(request, call);
    const key = staleKey(call);
    if (key === undefined) return engine.post(request);
    const seen = earlier.get(key) ?? [];
    if (fault === 'stale read' && seen.length > 0) return dice.pick(seen);
    const answer = await engine.post(request);
    earlier.set(key, [answer, ...seen].slice(0, 4));
    return answer;
  }

  async function sendPart(request: WireRequest, { input }: Call): Promise<WireAnswer> {
    const wanted: Record<string, unknown> = {};
    const left: Record<string, unknown> = {};
    for (const [table, { Keys, ...rest }] of Object.entries<Input>(input.RequestItems)) {
      const isLeft = Keys.map(() => dice.chance(0.5));
      const some = Keys.filter((_: unknown, index: number) => !isLeft[index]);
      const others = Keys.filter((_: unknown, index: number) => isLeft[index]);
      if (some.length > 0) wanted[table] = { Keys: some, ...rest };
      if (others.length > 0) left[table] = { Keys: others, ...rest };
    }
    if (Object.keys(wanted).length === 0) return jsonAnswer(200, { Responses: {}, UnprocessedKeys: left });
    const answer = await engine.post(withBody(request, { RequestItems: wanted }));
    const body = JSON.parse(Buffer.from(answer.body).toString());
    return jsonAnswer(200, { ...body, UnprocessedKeys: left });
  }

  /** Reads one part of the rows now, and the rest some steps later. */
  async function tear(
    request: WireRequest,
    call: Call,
    who: string,
    invocation: Invocation | undefined,
    answerWith: (answer: WireAnswer) => void,
  ): Promise<void> {
    const asked = firstOf(call, dice);
    const first = await engine.post(withBody(request, asked));
    if (invocation) noteSights(call, first, invocation, scheduler);
    const left = restOf(call, asked, first);
    if (!left) return answerWith(first);
    scheduler.add(`${who} rest of ${call.label}`, async () => {
      if (invocation?.dead) return;
      const rest = await engine.post(withBody(request, left));
      if (invocation) noteSights(call, rest, invocation, scheduler);
      answerWith(rest.statusCode === 200 ? jsonAnswer(200, joined(call, first, rest)) : rest);
    });
  }

  return {
    handle(sent: WireRequest): Promise<{ response: WireAnswer }> {
      const invocation = running();
      if (invocation?.dead) return never();
      const call = describe(sent);
      const request = withOwnToken(sent, call, run);
      const isWrite = writes.has(call.command);
      const who = invocation ? `${invocation.functionKey}/${invocation.id}` : 'setup';
      const sentAt = scheduler.now();
      // The clock may have jumped by hours, but no call takes that long to arrive. So a late write of this kind is
      // dropped.
      const isTooLate = (one: Call) => bringsWork(one) && scheduler.now() - sentAt > lateMsMax;
      if (invocation) noteLook(call, invocation.worked);
      return new Promise((resolve, reject) => {
        const answerWith = (response: WireAnswer) => resolve({ response });
        scheduler.add(`${who} ${call.label}`, async () => {
          if (invocation?.dead) {
            // The write was already on its way when its sender died, so it may still arrive.
            if (isWrite && dice.chance(0.5) && !isTooLate(call)) await send(request, call);
            return;
          }
          const fault = faults.drawOne(possible(call), `${invocation?.functionKey} | ${call.kind}`);
          if (fault) scheduler.note(`  ${fault}`);
          if (fault === 'throttled' || fault === 'conflict' || fault === 'failed before')
            return answerWith(errorAnswer(fault, call, dice));
          if (fault === 'crash before') return invocation?.die();
          if (fault === 'request lost')
            return void scheduler.at(scheduler.now() + requestTimeoutMs, () => reject(timedOut()));
          if (fault === 'lands late') {
            scheduler.at(scheduler.now() + requestTimeoutMs, () => reject(timedOut()));
            const land = async () => void (isTooLate(call) || (await send(request, call)));
            scheduler.at(scheduler.now() + dice.between(0, lateMsMax), () =>
              scheduler.add(`${who} late: ${call.label}`, land),
            );
            return;
          }
          if (fault === 'torn read') return tear(request, call, who, invocation, answerWith);
          const answer = isWrite ? await send(request, call) : await read(request, call, fault);
          if (invocation) noteSights(call, answer, invocation, scheduler);
          if (fault === 'crash after') return invocation?.die();
          if (fault === 'failed after') return answerWith(errorAnswer('failed after', call, dice));
          if (fault === 'answer lost') return reject(broken());
          scheduler.note(`  -> ${answer.statusCode}`);
          answerWith(answer);
        });
      });
    },
  };
}

/** Records which webhook registrations and which rights an answer has shown. */
function noteSights(
  { command, tables }: Call,
  answer: WireAnswer,
  { sawWebhook, sawRights }: Invocation,
  { steps, lived }: Scheduler,
): void {
  const shows = tables.includes('webhooks') || tables.includes('accounts');
  if (answer.statusCode !== 200 || !/Get|Query/.test(command) || !shows) return;
  const text = Buffer.from(answer.body).toString();
  const isPart = /"UnprocessedKeys":\{"/.test(text);
  // A partial answer counts from the time when its remaining keys are read.
  if (command === 'BatchGetItem')
    for (const part of [...sawWebhook.values(), ...sawRights.values()].filter((one) => one.isPart))
      Object.assign(part, { lived: lived(), isPart });
  const sight = { step: steps(), lived: lived(), isPart };
  for (const [, url] of text.matchAll(/"url":\{"S":"([^"]+)"\}/g)) if (url) sawWebhook.set(url, sight);
  for (const [, key] of text.matchAll(/"pk":\{"S":"((?:CLIENT|USER)#[^"]+)"\}/g))
    if (key) sawRights.set(key, sight);
}

/** Returns a table's or queue's name without the run's prefix. */
export const short = (name = '') => name.replace(/^pix-cashout-sim-\w+?-/, '');

function describe({ headers, body }: WireRequest): Call {
  const command = (headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const input: Input = JSON.parse(Buffer.from(body as Uint8Array).toString());
  if (command === 'TransactWriteItems') {
    const parts: [string, string][] = input.TransactItems.map((item: Input) => {
      const [[kind, what]] = Object.entries<Input>(item) as [[string, Input]];
      return [kind, short(what.TableName)];
    });
    const kind = `Transact ${parts.map((part) => part.join(' ')).join(', ')}`;
    return { command, input, tables: parts.map(([, table]) => table), kind, label: kind };
  }
  if (command === 'BatchGetItem') {
    const tables = Object.keys(input.RequestItems).map(short);
    const kind = `BatchGet ${tables.join(' ')}`;
    return { command, input, tables, kind, label: kind };
  }
  const table = short(input.TableName);
  const key = input.Key ? Object.values<object>(input.Key).map((value) => Object.values(value)) : [];
  const { ':shard': shard, ':part': part } = input.ExpressionAttributeValues ?? {};
  const kind = `${command} ${table}`;
  return {
    command,
    input,
    tables: [table],
    kind,
    label: `${kind} ${key.join(' ')}${(shard ?? part)?.S ?? ''}`,
  };
}

function possible(call: Call): CallFault[] {
  const { command, input } = call;
  const torn = isTearable(call) ? (['torn read'] as const) : [];
  const always: CallFault[] = ['crash before', 'crash after', 'throttled', 'failed before', 'request lost'];
  if (writes.has(command)) return [...always, 'conflict', 'failed after', 'answer lost', 'lands late'];
  if (command === 'BatchGetItem') return [...always, 'unprocessed keys', ...torn];
  if (command !== 'Query') return always;
  return [...always, 'short page', ...torn, ...(input.IndexName ? (['stale read'] as const) : [])];
}

/**
 * Returns whether a write adds open work or changes a watch. The end of a watch depends on how late such a write may
 * arrive.
 */
const bringsWork = ({ input }: Call) => /openAccount|WATCH#/.test(JSON.stringify(input));

/** The indexes by account, which may be behind their tables. */
const lagging = new Set(['open', 'listed', 'standing', 'watched']);

const nameOf = (table: string, { id, pk, sk }: Input) => `${table} ${id?.N ?? pk?.S} ${sk?.S ?? ''}`;

function writtenBy({ command, input }: Call): string[] {
  const all: Input[] =
    command === 'TransactWriteItems' ? input.TransactItems.flatMap(Object.values) : [input];
  return all.map(({ TableName, Item, Key }) => nameOf(TableName, Key ?? Item));
}

function staleKey({ command, input }: Call): string | undefined {
  // Reads of a whole day are left out, because a day is read long after its end, when the index `border` is complete.
  const shard = input.ExpressionAttributeValues?.[':shard']?.S;
  return command === 'Query' && input.IndexName && shard !== undefined
    ? `${input.TableName} ${shard}`
    : undefined;
}

function withBody({ headers, body: _, ...request }: WireRequest, input: Input): WireRequest {
  const body = JSON.stringify(input);
  return { ...request, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body };
}

function withOwnToken(request: WireRequest, { input }: Call, run: string): WireRequest {
  const token: string | undefined = input.ClientRequestToken;
  return token ? withBody(request, { ...input, ClientRequestToken: run + token.slice(run.length) }) : request;
}

function errorAnswer(fault: CallFault, call: Call, dice: Dice): WireAnswer {
  if (fault !== 'throttled' && fault !== 'conflict')
    return jsonAnswer(500, { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' });
  if (call.command !== 'TransactWriteItems') {
    const name =
      fault === 'conflict' ? 'TransactionConflictException' : 'ProvisionedThroughputExceededException';
    return jsonAnswer(400, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: fault });
  }
  const code =
    fault === 'conflict'
      ? 'TransactionConflict'
      : dice.pick(['ThrottlingError', 'ProvisionedThroughputExceeded']);
  const culprit = dice.between(0, call.tables.length - 1);
  const reasons = call.tables.map((_, index) =>
    index === culprit ? { Code: code, Message: fault } : { Code: 'None' },
  );
  const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  return jsonAnswer(400, { __type: type, Message: 'Transaction cancelled', CancellationReasons: reasons });
}

export function jsonAnswer(statusCode: number, body: object): WireAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: new Uint8Array(Buffer.from(JSON.stringify(body))),
  };
}

export const timedOut = () => Object.assign(new Error('no answer in time'), { name: 'TimeoutError' });
export const broken = () =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
