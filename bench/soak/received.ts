// Makes incoming payments, their refunds and MED reports, and temporary webhooks.

import type { Account } from './companies.ts';
import { register, type Scene } from './scene.ts';

const accountOf = ({ accounts }: Scene, turn: number) => accounts[turn % accounts.length] as Account;

/** After this time in milliseconds, a payment is credited. */
const creditedMs = 5_000;
const paidCents = 100;
const returnedCents = 40;

export async function payQrCode(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const content = { ...account.source, amount: paidCents / 100, payer: { name: 'Maria Silva' } };
  const call = { group: 'sandbox', kind: 'QR code paid', path: '/sandbox/pix-in', content } as const;
  const answer = await scene.ask({ ...call, due });
  if (!answer) return;
  account.expectedCents += paidCents;
  scene.paid.push({ account, qrCodeId: Number(answer.body.qr_code_id), at: scene.now() });
}

function takePaid({ paid, now }: Scene) {
  return (paid[0]?.at ?? Number.POSITIVE_INFINITY) < now() - creditedMs ? paid.shift() : undefined;
}

export async function refund(scene: Scene, _: number, due: number): Promise<void> {
  const code = takePaid(scene);
  if (!code) return;
  const { account, qrCodeId } = code;
  const content = {
    qr_code_id: qrCodeId,
    information: 'Pedido cancelado',
    amount: (returnedCents / 100).toFixed(2),
  };
  const path = '/v2/finance/chargebacks-pix-copy-and-paste/';
  const call = { group: 'cashout calls', kind: 'QR code refunded', path, content } as const;
  const answer = await scene.ask({ ...call, by: account.company, due });
  if (!answer) return;
  account.expectedCents -= returnedCents;
  scene.chargebacks.push({ account, id: Number(answer.body.id) });
  if (scene.chargebacks.length > 20) scene.chargebacks.shift();
}

/** Reports a payment. Every second turn closes the oldest report instead. */
export async function report(scene: Scene, turn: number, due: number): Promise<void> {
  const oldest = turn % 2 === 1 ? scene.medCases.shift() : undefined;
  if (oldest !== undefined) {
    const content = { infraction_report_status: 'CLOSED', analysis_result: 'DISAGREED' };
    const path = `/sandbox/med-cases/${oldest}`;
    await scene.ask({ group: 'sandbox', kind: 'MED case closed', method: 'PUT', path, content, due });
    return;
  }
  const code = takePaid(scene);
  if (!code) return;
  const content = { qr_code_id: code.qrCodeId };
  const call = { group: 'sandbox', kind: 'MED case opened', path: '/sandbox/med-cases', content } as const;
  const answer = await scene.ask({ ...call, due });
  if (answer) scene.medCases.push(String(answer.body.id));
}

/** The maximum number of temporary webhooks at a time, besides the accounts' permanent ones. */
const passingMax = 2;
const kinds = ['prompt', 'slow', 'never'] as const;

export async function changeWebhooks(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const kind = kinds[turn % kinds.length] ?? 'prompt';
  const id = await register(scene.ask, account, scene.receivers.url(kind, 'passing'), due);
  if (id !== undefined) scene.passing.push({ account, id });
  // The deliveries of a webhook whose receiver always fails wait for up to six hours, even after the webhook was
  // deleted.
  if (id !== undefined && kind === 'never') scene.never.push(id);
  if (scene.passing.length > passingMax) await deleteOldest(scene);
}

/** Deletes the temporary webhooks after the load. */
export async function deletePassing(scene: Scene): Promise<void> {
  while (scene.passing.length > 0) await deleteOldest(scene);
}

async function deleteOldest({ ask, passing }: Scene): Promise<void> {
  const old = passing.shift();
  if (!old) return;
  const path = `/api/webhooks/${old.id}`;
  const call = { group: 'webhook changes', kind: 'webhook deleted', method: 'DELETE', path } as const;
  await ask({ ...call, by: old.account.company });
}
