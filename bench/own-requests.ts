// Lists the measured requests of the service: how each one is prepared and made, and which answer is expected.

import { randomUUID } from 'node:crypto';
import type { Deps } from '../lib/app/deps.ts';
import { cents } from '../lib/base/money.ts';
import { applyNetworkEvent } from '../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../lib/network/event.ts';
import { rehearsePixIn } from '../lib/sandbox/rehearse-network.ts';
import { type Answer, type Caller, type Request, readAnswer } from './caller.ts';

export type OwnRequest = {
  name: string;
  /** Makes a new request after its preparation is done. */
  make: () => Promise<Request> | Request;
  isRight: (answer: Answer) => boolean;
};

/** Returns a create call. It has a new idempotency key unless a key is given. */
export function createRequest({ source, post }: Caller, key: string = randomUUID(), amount = 12.34): Request {
  const content = { ...source, amount, key: 'fulano@example.com', tag: 'pedido 42' };
  return post('/create-cashout', content, key);
}

/** @param deps the dependencies that the preparation uses */
export async function ownRequests(caller: Caller, deps: Deps) {
  const { source, send, get, post } = caller;
  const create = (key?: string, amount?: number) => createRequest(caller, key, amount);
  const account = { branch: source.source_account_branch_identifier, number: source.source_account_number };

  /** Creates a QR code and pays it from outside. */
  async function payQrCode(): Promise<number> {
    const events: object[] = [];
    const queues = { ...deps.queues, sendEvent: async (event: object) => void events.push(event) };
    const paid = { account, amountCents: cents(10_000), qrCodeId: undefined, payer: { name: 'Maria Silva' } };
    const { qr_code_id } = await rehearsePixIn({ ...deps, queues }, paid as never);
    for (const event of events) await applyNetworkEvent(deps, networkEvent.parse(event));
    return qr_code_id;
  }

  const known = randomUUID();
  const { body: made } = await send(create(known));
  // The credits of these payments fill the statement.
  for (let paid = 0; paid < 60; paid++) await payQrCode();
  for (let hook = 1; hook <= 5; hook++) {
    const url = `https://example.com/hooks/${hook}`;
    await send(post('/api/webhooks', { ...source, url, type_webhook: 'ALL' }));
  }

  return {
    first: {
      name: 'create, first',
      make: () => create(),
      isRight: ({ status, body, headers }) =>
        status === 200 && body.status === 'NEW' && !headers['idempotent-replayed'],
    },
    replay: {
      name: 'create, replay',
      make: () => create(known),
      isRight: ({ status, body, headers }) =>
        status === 200 && body.id === made.id && headers['idempotent-replayed'] === 'true',
    },
    conflict: {
      name: 'create, 409',
      make: () => create(known, 12.35),
      isRight: ({ status, body }) => status === 409 && body.detail?.endsWith('(differs in amount)') === true,
    },
    selfApprove: {
      name: 'create, self-approved',
      make: () => ({ ...create(), functionKey: 'createCashoutSelfApprove' }),
      isRight: ({ status, body }) => status === 200 && body.status === 'PROCESSING',
    },
    approve: {
      name: 'approve',
      make: async () => {
        const { body } = await send(create());
        return post('/approve-cashout', { id: body.id });
      },
      isRight: ({ status, body }) => status === 200 && body.status === 'PROCESSING',
    },
    statement: {
      name: 'statement page of 50',
      make: () =>
        get(
          `/v3/account-statements/${account.branch}/${account.number}?start=2020-01-01&end=2099-12-31&limit=50`,
        ),
      isRight: ({ status, body }) => status === 200 && body.results?.length === 50,
    },
    webhooks: {
      name: 'webhook list of 5',
      make: () => get(`/api/webhooks?${new URLSearchParams(source)}`),
      isRight: ({ status, body }) => status === 200 && body.length === 5,
    },
    chargeback: {
      name: 'chargeback',
      make: async () => {
        const content = {
          qr_code_id: await payQrCode(),
          information: 'Pedido 42 cancelado',
          amount: '20.00',
        };
        return post('/v2/finance/chargebacks-pix-copy-and-paste/', content, randomUUID());
      },
      isRight: ({ status, body }) =>
        status === 200 && body.status === 'PENDING' && Boolean(body.end_to_end_id),
    },
  } as const satisfies Record<string, OwnRequest>;
}

/** Throws unless the answer is the expected one. */
export function checkAnswer({ name, isRight }: OwnRequest, result: unknown): void {
  const answer = readAnswer(result);
  if (!isRight(answer))
    throw new Error(`${name} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
}
