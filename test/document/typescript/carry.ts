// Makes the same calls as go/main.go, through a generated client.

import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const { env } = process;
const setting = (name: string) => env[name] ?? '';
const account = {
  source_account_branch_identifier: setting('BRANCH'),
  source_account_number: setting('NUMBER'),
};

type Account = typeof account;
type Cashout = { id: number; amount: number };
type Event = { type: string; data: unknown };
export type Client = {
  create(body: Account & { amount: string | number; key: string }): Promise<Cashout | undefined>;
  get(id: number): Promise<Cashout | undefined>;
  list(query: Account): Promise<{ results: Event[] } | undefined>;
  approve(body: { id: number }): Promise<Cashout | undefined>;
};

// One of the clients uses the global fetch, which is replaced by the signing fetch.
const { fetch: send } = globalThis;

/** Adds the token, and the HMAC of exactly the bytes that are sent. */
const signed = (base: string) => async (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(typeof input === 'string' ? new URL(input, base) : input, init);
  const body = Buffer.from(await request.clone().arrayBuffer());
  request.headers.set('hmac', createHmac('sha256', setting('HMAC_SECRET')).update(body).digest('hex'));
  request.headers.set('authorization', `Bearer ${setting('TOKEN')}`);
  return send(request);
};

function found<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error('the answer is no success');
  return answer;
}

/** Returns the event of a cashout, as soon as the feed contains it. */
async function eventOf({ id }: Cashout, client: Client): Promise<{ type: string; amount: number }> {
  for (let turn = 0; turn < 300; turn += 1) {
    const { results } = found(await client.list(account));
    for (const { type, data } of results) {
      const cashout = data as Cashout;
      if (type.startsWith('cashout.') && cashout.id === id) return { type, amount: cashout.amount };
    }
    await pause(100);
  }
  throw new Error('the feed does not have the event');
}

/** @param open opens a client for a base URL, with a `fetch` that signs its calls */
export async function carry(
  open: (baseUrl: string, fetch: ReturnType<typeof signed>) => Client,
): Promise<void> {
  const service = open(setting('SERVICE'), signed(setting('SERVICE')));
  const create = async (amount: string | number) =>
    found(await service.create({ ...account, amount, key: 'fulano@example.com' }));
  const asText = await create(setting('AMOUNT'));
  const asNumber = await create(Number(setting('AMOUNT')));
  const again = found(await service.get(asText.id));
  const event = await eventOf(asText, service);
  const server = open(setting('SERVER'), signed(setting('SERVER')));
  const far = found(await server.get(Number(setting('ID'))));
  const approved = found(await server.approve({ id: Number(setting('ID')) }));
  const printed = {
    'amount sent as text': asText.amount,
    'amount sent as number': asNumber.amount,
    'amount read again': again.amount,
    'amount of the event': event.amount,
    event: event.type,
    'amount beside the id': far.amount,
    id: far.id,
    'id sent': approved.id,
  };
  const texts = Object.entries(printed).map(([name, value]) => [name, String(value)]);
  process.stdout.write(JSON.stringify(Object.fromEntries(texts)));
}
