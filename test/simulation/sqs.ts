// Simulates SQS and its event source mappings: delays, visibility, receive counts, dead-letter queues, messages in any
// order and sometimes twice. The real client calls it. A mapping invokes its function as Lambda's pollers do.

import { createHash } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import { type AccountRef, accountKey } from '../../lib/base/account-ref.ts';
import { inFairOrder } from '../../local/fair-queues.ts';
import { type Physical, resolve } from '../../local/resources.ts';
import type { Service } from '../../local/service.ts';
import type { Dice } from './dice.ts';
import type { WireRequest } from './engine.ts';
import { canonical } from './engine.ts';
import type { CallFault, Faults } from './faults.ts';
import { type Lambda, never, running } from './lambda.ts';
import { judgeIds, noteSent } from './messages-of-ids.ts';
import type { Scheduler } from './scheduler.ts';
import { broken, type Input, jsonAnswer, short, timedOut } from './wire.ts';

export type Message = {
  id: string;
  body: string;
  messageGroupId?: string;
  visibleAt: number;
  receives: number;
  /** The number of messages of other accounts that were delivered while this message was ready for delivery. */
  passedBy: number;
};
export type Queue = {
  name: string;
  messages: Message[];
  visibilityMs: number;
  receivesMax: number;
  deadLetters?: string;
  mapping?: { functionKey: string; batchSize: number; concurrency: number; busy: number; asked: boolean };
  /** Every body that was ever accepted, with its keys sorted, and the time when it was first accepted. */
  accepted: Map<string, number>;
};

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  /** Whether the groups of a queue take turns, as far as SQS promises it. Otherwise messages come in any order. */
  isFair: boolean;
  fail: (invariant: string, what: string) => void;
};

const sqsFaults: CallFault[] = [
  'crash before',
  'crash after',
  'throttled',
  'failed before',
  'failed after',
  'request lost',
  'answer lost',
];

export type Sqs = ReturnType<typeof makeSqs>;

/** The maximum number of messages that the workers of a queue have at a time. */
const messagesMax = 40;

export function makeSqs({ scheduler, dice, faults, isFair, fail }: Options) {
  const ids = judgeIds(fail);
  const queues = new Map<string, Queue>();
  /** For each account, the maximum number of other accounts' messages that passed one of its deliveries. */
  const passed = new Map<string, number>();
  let lambda: Lambda | undefined;
  let sent = 0;
  let failed = 0;

  const urlOf = (name: string) => `http://sqs.local/1/${name}`;
  const nameOf = (url: string) => url.split('/').at(-1) ?? '';
  const arnOf = (name: string) => `arn:aws:sqs:sa-east-1:1:${name}`;

  function enqueue(name: string, body: string, delayMs = 0, messageGroupId?: string): Message {
    const queue = queues.get(name);
    if (!queue) throw new Error(`no queue ${name}`);
    const visibleAt = scheduler.now() + delayMs;
    const group = messageGroupId === undefined ? {} : { messageGroupId };
    const message: Message = { id: `m${++sent}`, body, visibleAt, receives: 0, passedBy: 0, ...group };
    ids.onAccepted(body, messageGroupId);
    const said = canonical(JSON.parse(body));
    if (!queue.accepted.has(said)) queue.accepted.set(said, scheduler.now());
    queue.messages.push(message);
    if (faults.strikes('message twice'))
      queue.messages.push({ ...message, visibleAt: message.visibleAt + dice.between(0, 60_000) });
    wake(queue);
    return message;
  }

  /** Runs the mapping now, and again when the next message becomes visible. */
  function wake(queue: Queue): void {
    for (const { visibleAt } of queue.messages) {
      if (visibleAt > scheduler.now()) scheduler.at(visibleAt, () => consider(queue));
    }
    consider(queue);
  }

  function consider(queue: Queue): void {
    const { mapping } = queue;
    if (!mapping || mapping.asked || mapping.busy >= mapping.concurrency) return;
    if (!queue.messages.some(({ visibleAt }) => visibleAt <= scheduler.now())) return;
    mapping.asked = true;
    scheduler.add(`receive ${short(queue.name)}`, () => receive(queue, mapping));
  }

  function receive(queue: Queue, mapping: NonNullable<Queue['mapping']>): void {
    mapping.asked = false;
    const isVisible = ({ visibleAt }: Message) => visibleAt <= scheduler.now();
    const underWay = queue.messages.filter((message) => !isVisible(message) && message.receives > 0);
    const shuffled = dice.shuffle(queue.messages.filter(isVisible));
    const visible = isFair ? inFairOrder(shuffled, underWay) : shuffled;
    const taken: Message[] = [];
    for (const message of visible.slice(0, dice.between(1, mapping.batchSize))) {
      message.receives += 1;
      if (message.receives > queue.receivesMax) {
        scheduler.note(`  ${message.id} goes to the dead letters`);
        queue.messages = queue.messages.filter((one) => one !== message);
        queues.get(queue.deadLetters ?? '')?.messages.push({ ...message, receives: 0 });
        continue;
      }
      message.visibleAt = scheduler.now() + queue.visibilityMs;
      taken.push(message);
    }
    if (isFair) notePassed(visible, taken);
    if (taken.length > 0) void work(queue, mapping, taken);
    consider(queue);
  }

  /** Counts the messages that were passed. A delivery names its account, whether it has a group or not. */
  function notePassed(visible: readonly Message[], taken: readonly Message[]): void {
    const owners = taken.map(ownerOf);
    for (const message of visible) {
      const owner = ownerOf(message);
      if (owner === undefined) continue;
      if (taken.includes(message)) {
        passed.set(owner, Math.max(passed.get(owner) ?? 0, message.passedBy));
        message.passedBy = 0;
      } else message.passedBy += owners.filter((other) => other !== owner).length;
    }
  }

  async function work(queue: Queue, mapping: NonNullable<Queue['mapping']>, taken: Message[]): Promise<void> {
    mapping.busy += 1;
    const Records = taken.map(({ id, body, receives }) => ({
      messageId: id,
      body,
      attributes: { ApproximateReceiveCount: String(receives) },
      eventSource: 'aws:sqs',
    }));
    const outcome = await (lambda as Lambda).invoke(mapping.functionKey, { Records });
    mapping.busy -= 1;
    if (outcome.kind !== 'answered') failed += taken.length;
    if (outcome.kind === 'answered') {
      const failures = (outcome.result as SQSBatchResponse).batchItemFailures.map(
        ({ itemIdentifier }) => itemIdentifier,
      );
      failed += failures.length;
      const bodiesOf = (some: readonly Message[]) => some.map(({ body }) => body);
      const isLeft = ({ id }: Message) => failures.includes(id);
      const [worked, left] = [taken.filter((one) => !isLeft(one)), taken.filter(isLeft)];
      ids.onDone(bodiesOf(worked), bodiesOf(left), outcome.invocation);
      const isDone = ({ id }: Message) => !failures.includes(id) && !faults.strikes('message not deleted');
      const done = new Set(taken.filter(isDone));
      queue.messages = queue.messages.filter((message) => !done.has(message));
    }
    wake(queue);
  }

  /** Answers what the real client sends. */
  function answer(command: string, input: Input) {
    const message = ({ id, body }: Message) => ({
      MessageId: id,
      MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
    });
    const put = (entry: Input) =>
      message(
        enqueue(
          nameOf(input.QueueUrl),
          entry.MessageBody,
          (entry.DelaySeconds ?? 0) * 1000,
          entry.MessageGroupId,
        ),
      );
    if (command === 'CreateQueue') return create(input);
    if (command === 'GetQueueAttributes') return { Attributes: { QueueArn: arnOf(nameOf(input.QueueUrl)) } };
    if (command === 'SendMessage') return put(input);
    const isRefused = input.Entries.map(() => faults.strikes('partly refused'));
    return {
      Successful: input.Entries.flatMap((entry: Input, index: number) =>
        isRefused[index] ? [] : [{ Id: entry.Id, ...put(entry) }],
      ),
      Failed: input.Entries.flatMap((entry: Input, index: number) =>
        isRefused[index] ? [{ Id: entry.Id, Code: 'InternalError', SenderFault: false }] : [],
      ),
    };
  }

  function create({ QueueName: name, Attributes = {} }: Input) {
    const redrive = JSON.parse(Attributes.RedrivePolicy ?? '{}');
    queues.set(name, {
      name,
      messages: [],
      visibilityMs: Number(Attributes.VisibilityTimeout ?? 30) * 1000,
      receivesMax: redrive.maxReceiveCount ?? Number.POSITIVE_INFINITY,
      ...(redrive.deadLetterTargetArn ? { deadLetters: redrive.deadLetterTargetArn.split(':').at(-1) } : {}),
      accepted: new Map(),
    });
    return { QueueUrl: urlOf(name) };
  }

  function handle({ headers, body }: WireRequest) {
    const invocation = running();
    if (invocation?.dead) return never();
    const command = (headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const input: Input = JSON.parse(Buffer.from(body as Uint8Array).toString());
    if (!invocation) return Promise.resolve({ response: jsonAnswer(200, answer(command, input)) });
    const label = `${command} ${short(nameOf(input.QueueUrl ?? ''))}`;
    return new Promise((settle, reject) => {
      const answerWith = (status: number, content: object) =>
        settle({ response: jsonAnswer(status, content) });
      scheduler.add(`${invocation.functionKey}/${invocation.id} ${label}`, () => {
        if (invocation.dead) return void (dice.chance(0.5) && answer(command, input));
        const fault = faults.drawOne(sqsFaults, `${invocation.functionKey} | ${command}`);
        if (fault) scheduler.note(`  ${fault}`);
        if (fault === 'throttled') return answerWith(400, { __type: 'com.amazonaws.sqs#RequestThrottled' });
        if (fault === 'failed before')
          return answerWith(500, { __type: 'com.amazonaws.sqs#InternalFailure' });
        if (fault === 'crash before') return invocation.die();
        if (fault === 'request lost')
          return void scheduler.at(scheduler.now() + 2_000, () => reject(timedOut()));
        const content = answer(command, input);
        for (const { MessageBody } of input.Entries ?? [input]) noteSent(MessageBody, invocation.worked);
        if (fault === 'crash after') return invocation.die();
        if (fault === 'failed after') return answerWith(500, { __type: 'com.amazonaws.sqs#InternalFailure' });
        if (fault === 'answer lost') return reject(broken());
        answerWith(200, content);
      });
    });
  }

  return {
    requestHandler: { handle },
    queues,
    passed,
    onChange: ids.onChange,
    enqueue,
    /** Connects the queues to the functions that serverless.yml assigns to them. */
    connect(service: Service, physical: Physical, to: Lambda): void {
      lambda = to;
      for (const [functionKey, { events = [] }] of Object.entries(service.functions)) {
        for (const { sqs } of events) {
          const queue = sqs && queues.get(String(resolve(sqs.arn, physical)).split(':').at(-1) ?? '');
          if (queue)
            queue.mapping = {
              functionKey,
              batchSize: sqs.batchSize ?? 10,
              concurrency: Math.min(
                sqs.maximumConcurrency ?? messagesMax,
                messagesMax / (sqs.batchSize ?? 10),
              ),
              busy: 0,
              asked: false,
            };
        }
      }
    },
    /**
     * Moves the dead letters back to their queues.
     * @returns the number of dead letters
     */
    redrive(): number {
      let count = 0;
      for (const queue of queues.values()) {
        const dead = queues.get(queue.deadLetters ?? '');
        for (const { body } of dead?.messages.splice(0) ?? []) {
          count += 1;
          enqueue(queue.name, body);
        }
      }
      return count;
    },
    /** Returns how many messages failed when they were received. */
    failed: () => failed,
    isIdle: () =>
      [...queues.values()].every(
        ({ messages, mapping }) => !mapping || (messages.length === 0 && mapping.busy === 0),
      ),
  };
}

function ownerOf({ body }: Message): string | undefined {
  const { webhook } = JSON.parse(body) as { webhook?: { account: AccountRef } };
  return webhook && accountKey(webhook.account);
}
