// Creates everything that the service stores or sends: cashouts in each state, refunds, chargebacks, reports, webhooks
// and rules. At the end, some work is still in progress: at the network, at a receiver, or before its first worker.

import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { generateSync } from 'otplib';
import { vi } from 'vitest';
import type { Outbound } from '../../lib/platform/outbound.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import {
  type Caller,
  openCaller,
  openTenant,
  sandbox,
  sendInProcess,
  statementPath,
  type Tenant,
  until,
} from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { staticCode } from '../support/br-codes.ts';
import { chargeBack } from '../support/chargebacks.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { register } from '../support/webhooks.ts';
import type { Message, Page } from './recording.ts';

/** The data key of the scene. It is made up, and is the same in each recording. */
const DATA_KEYS = Buffer.from('a made-up key of a made-up scene').toString('base64');

const taken = { kind: 'answered' as const, status: 200, headers: {}, body: Buffer.from(''), isWhole: true };
/** The receiver `down.example.com` never answers. */
const withOneDown: Outbound = async ({ url }) => (url.includes('down.') ? { kind: 'no_answer' } : taken);
const withAllUp: Outbound = async () => taken;

/** @param now the clock of a stack that continues the work of an earlier one. In such a stack all receivers answer. */
export const openScene = (now?: () => Date): Promise<Stack> =>
  openStack({
    outbound: now ? withAllUp : withOneDown,
    settings: {
      DATA_KEYS,
      // This delay is longer than the scene takes.
      SANDBOX_SLOW_SECONDS: '3600',
      WEBHOOK_LADDER_SECONDS: '3600,3600,3600',
      CHARGEBACK_POLL_SECONDS: '1',
    },
    ...(now ? { now } : {}),
  });

/** `pages`: the paths of second pages, as the first pages link to them, with the ids of their rows. */
export type Played = { messages: Message[]; tenants: Tenant[]; pages: Page[] };

/** Runs the scene. @returns every message that was sent */
export async function playScene(stack: Stack): Promise<Played> {
  const sent = listen(stack);
  try {
    stack.startTriggers({ streams: true });
    const send = sendInProcess(stack);
    const payer = await openCaller(send, await openTenant(send, { name: 'Padaria', balance: '5000.00' }));
    const payee = await openCaller(send, await openTenant(send, { name: 'Mercado' }));
    const person = await openCaller(send, await openTenant(send, { name: 'Ana', audience: 'web' }));
    await setRules(stack, payer);
    await register(payer, 'https://up.example.com/hook', 'ALL', { authorization_token: 'made-up-token' });
    await register(payee, 'https://down.example.com/hook');
    await endAll(payer, await payAll(payer, payee, person));
    await returnSome(stack, payer, payee);
    await settled(payer);
    await stack.stop();
    await leaveOpen(stack, payer);
    const pages = await secondPages(payer);
    return { messages: sent(), tenants: [payer, payee, person].map(({ tenant }) => tenant), pages };
  } finally {
    vi.restoreAllMocks();
  }
}

/** Records every message, with the name of its queue's variable. */
function listen(stack: Stack): () => Message[] {
  const queues = Object.entries(stack.config).filter(([name]) => name.endsWith('_QUEUE_URL'));
  const spy = vi.spyOn(SQSClient.prototype, 'send');
  return () =>
    spy.mock.calls.flatMap(([command]) => {
      if (!(command instanceof SendMessageCommand || command instanceof SendMessageBatchCommand)) return [];
      const [queue] = queues.find(([, url]) => url === command.input.QueueUrl) ?? [];
      const bodies =
        command instanceof SendMessageCommand
          ? [command.input.MessageBody]
          : (command.input.Entries ?? []).map(({ MessageBody }) => MessageBody);
      return queue ? bodies.map((body) => ({ queue, body: JSON.parse(body ?? '{}') })) : [];
    });
}

async function setRules(stack: Stack, { tenant }: Caller): Promise<void> {
  const { ask } = openOperator(stack);
  const account = accountIdOf(tenant);
  const worked = [
    await ask('rule limit', { account, limit: 'per_day', amount: '100000.00' }),
    await ask('rule duplicates', { account, rule: { within_hours: 1, action: 'tell' } }),
    await ask('rule expiry', { account, hours: 48 }),
    await ask('payee add', { account, key: 'fulano@example.com' }),
  ];
  for (const answer of worked) if (!answer.worked) throw new Error(JSON.stringify(answer));
}

async function made(caller: Caller, path: string, content: object, headers = {}): Promise<number> {
  const answer = await caller.post(path, { ...caller.source, ...content }, headers);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}

/** Creates cashouts of every kind. @returns the ids of those that end without further requests */
async function payAll(payer: Caller, payee: Caller, person: Caller): Promise<number[]> {
  const own = payee.tenant.accounts[0]?.pix_key;
  const key = (name: string, amount: number) => ({ amount, key: name, tag: 'invoice 42' });
  const ending = [
    await made(payer, '/create-cashout-self-approve', key('fulano@example.com', 10), {
      'idempotency-key': '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
    }),
    await made(payer, '/create-cashout-self-approve', key('ac03@sandbox.pix', 11)),
    await made(payer, '/create-cashout-self-approve', key(own ?? '', 12)),
    await made(payer, '/create-cashout-self-approve', key('fulano@example.com', 1_000_000)),
    await made(payer, '/create-cashoutmanual-self-approve', { amount: 13, ...bankDetails }),
    await made(payer, '/create-copy-and-paste-transfer', {
      copy_and_paste: staticCode('fulano@example.com', '14.00'),
    }),
  ];
  const rejected = await made(payer, '/create-cashout', key('fulano@example.com', 15));
  const answer = await payer.post(`/v3/cashouts/${rejected}/reject`, {
    id: rejected,
    reason: 'Wrong supplier',
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (const name of ['slow@sandbox.pix', 'unknown@sandbox.pix'])
    await made(payer, '/create-cashout-self-approve', key(name, 16));
  await made(payer, '/create-cashout', key('fulano@example.com', 17));
  await made(payer, '/create-cashout-manual', { amount: 18, ...bankDetails });
  await payer.post('/v3/cashouts/preflight', { ...payer.source, ...key('fulano@example.com', 19) });
  const mfa_code = generateSync({ secret: person.tenant.mfa_secret });
  await made(person, '/create-manual-transfer', { amount: 20, ...bankDetails, mfa_code });
  return ending;
}

const isFinal = (status: string) => status !== 'PROCESSING' && status !== 'NEW';

async function endAll(payer: Caller, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await until(
      () => payer.get(`/v3/cashouts/${id}`),
      ({ body }) => isFinal(body.status),
    );
}

/** Makes a refund of a cashout, received payments, returns of them, and a report about one. */
async function returnSome(stack: Stack, payer: Caller, payee: Caller): Promise<void> {
  const send = sendInProcess(stack);
  const ask = async (path: string, body: object) => {
    const answer = await sandbox(send, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { body } = await payer.get('/v3/cashouts?status=SUCCESS');
  const [one] = body.results as { id: number }[];
  await ask('/sandbox/refunds', { transaction_id: one?.id, amount: 1 });
  const paid = [];
  for (const name of ['Bruno Lima', 'unknown@sandbox.pix'])
    paid.push(await ask('/sandbox/pix-in', { ...payee.source, amount: 100, payer: { name } }));
  for (const { qr_code_id } of paid)
    await until(
      () => chargeBack(payee, qr_code_id, 30),
      ({ status }) => status === 200,
    );
  const [{ qr_code_id, end_to_end_id }] = paid as [{ qr_code_id: number; end_to_end_id: string }];
  await ask('/sandbox/med-cases', { qr_code_id });
  await ask('/sandbox/returns', { end_to_end_id, amount: 5 });
  await ask('/sandbox/qr-codes', { ...payee.source, amount: 9 });
}

/** Waits until the event feed no longer grows, so that only stuck work is left. */
async function settled(caller: Caller): Promise<void> {
  let [last, same] = ['', 0];
  await until(
    async () => {
      const { body } = await caller.get(`/v3/events?${new URLSearchParams(caller.source)}`);
      const now = JSON.stringify(body);
      same = now === last ? same + 1 : 0;
      last = now;
      return same;
    },
    (times) => times >= 20,
  );
}

/** Callers may keep the URL of a page, so later releases must accept it. */
async function secondPages(caller: Caller): Promise<Page[]> {
  const account = String(new URLSearchParams(caller.source));
  const lists = [`/v3/cashouts?${account}&limit=3`, statementPath(caller.source, '&limit=2')];
  return Promise.all(
    lists.map(async (list) => {
      const { next } = (await caller.get(list)).body;
      const { pathname, search } = new URL(next);
      const { results } = (await caller.get(pathname + search)).body;
      return { path: pathname + search, shown: results.map(idOf) };
    }),
  );
}

/** Returns an id that never changes: that of the cashout, or that of the entry's transaction. */
export const idOf = (one: { id?: number; transaction_id?: number }) => one.id ?? one.transaction_id ?? 0;

/** Creates work that no worker has processed yet: an approval and a received payment. */
async function leaveOpen(stack: Stack, payer: Caller): Promise<void> {
  const content = { amount: 21, key: 'fulano@example.com' };
  const id = await made(payer, '/create-cashout', content);
  const approved = await payer.post('/approve-cashout', { id });
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  await made(payer, '/create-cashout-self-approve', { ...content, amount: 22 });
  await sandbox(sendInProcess(stack), '/sandbox/pix-in', { ...payer.source, amount: 23 });
}
