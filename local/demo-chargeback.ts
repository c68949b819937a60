// Shows a chargeback: a paid QR code is refunded in part, the request is repeated, and the refund is followed to its
// end. Then the rest is refunded.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Demo } from './demo-company.ts';
import { expectOk, readStatement, showStatement, step } from './demo-steps.ts';
import { Stop } from './stop.ts';

export type ChargebackFlags = { payer: string; 'sandbox-key': string };

const path = '/v2/finance/chargebacks-pix-copy-and-paste/';

type Chargeback = { id: number; status: string; amount: number; end_to_end_id: string; message?: string };

export async function tellChargeback(
  client: Client,
  demo: Demo,
  account: Demo['accounts'][number],
  flags: ChargebackFlags,
): Promise<void> {
  const qrCodeId = await receive(client, demo, account, flags);
  const request = { qr_code_id: qrCodeId, information: 'Pedido 42 cancelado', amount: '40.00' };
  const key = randomUUID();
  const ask = () => client.post<Chargeback>(path, request, key);

  const first = await ask();
  if (first.status === 400) {
    step(`POST ${path}: the network refused it: ${first.body.message}; no money has moved`);
    return showStatement(client, account);
  }
  const { id, status } = expectOk(first);
  step(`POST ${path}: chargeback ${id} of 40.00, ${status}`);
  const again = expectOk(await ask());
  step(`the same call again: the same chargeback ${again.id}, now ${again.status}`);
  const other = await client.post<Chargeback>(path, { ...request, amount: '1.00' });
  step(`a second chargeback meanwhile: ${other.status} ${other.body.message ?? ''}`);
  const ended = await follow(client, id);

  if (ended === 'SUCCESS') {
    const rest = expectOk(await client.post<Chargeback>(path, { ...request, amount: '60.00' }));
    step(`POST ${path}: chargeback ${rest.id} of the remaining 60.00, ${rest.status}`);
    await follow(client, rest.id);
    const more = await client.post<Chargeback>(path, { ...request, amount: '0.01' });
    step(`a chargeback of one more cent: ${more.status} ${more.body.message ?? ''}`);
  }
  await showStatement(client, account);
}

/** Creates a QR code of the account and pays it through the sandbox. */
async function receive(
  client: Client,
  demo: Demo,
  account: Demo['accounts'][number],
  flags: ChargebackFlags,
): Promise<number> {
  const { source_account_branch_identifier, source_account_number } = account;
  const answer = await fetch(`${demo.base_url}/sandbox/pix-in`, {
    method: 'POST',
    headers: { 'x-sandbox-key': flags['sandbox-key'] },
    body: JSON.stringify({
      source_account_branch_identifier,
      source_account_number,
      amount: 100,
      payer: { name: flags.payer },
    }),
  });
  const paid = expectOk({ status: answer.status, body: (await answer.json()) as { qr_code_id: number } });
  step(`POST /sandbox/pix-in: ${flags.payer} pays QR code ${paid.qr_code_id} of 100.00`);
  for (let tries = 0; tries < 100; tries++) {
    const [latest] = await readStatement(client, account);
    if (latest?.qr_code_id === paid.qr_code_id) return paid.qr_code_id;
    await pause(100);
  }
  throw new Stop('The payment has not arrived after ten seconds.', 'Read the statement later.');
}

async function follow(client: Client, id: number): Promise<string> {
  let shown = '';
  for (let tries = 0; tries < 300; tries++) {
    const chargeback = expectOk(await client.get<Chargeback>(`${path}status?id=${id}`));
    if (chargeback.status !== shown) step(`GET ${path}status?id=${id}: ${chargeback.status}`);
    shown = chargeback.status;
    if (shown !== 'PENDING') return shown;
    await pause(300);
  }
  throw new Stop(
    `Chargeback ${id} is still ${shown} after a minute and a half.`,
    'The service continues with it: check again later.',
  );
}
