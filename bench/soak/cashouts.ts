// Makes calls that move money out, and calls that must create nothing: replays and refused bodies.

import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import type { Answer } from './asking.ts';
import type { Account } from './companies.ts';
import { type Created, noteSent, type Scene } from './scene.ts';

/** The QR code of docs/getting-started.md. It is static and asks for 10.00. */
const code =
  '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';
const codeCents = 1_000;
const cents = 7;
const recipient = {
  recipient_account_branch: '0123',
  recipient_account_number: '45678',
  recipient_account_number_digit: '9',
  recipient_account_type: 'CURRENT_ACCOUNT',
  recipient_account_model: 'Movement',
  recipient_name: 'Padaria Tres Irmaos',
  recipient_legal_id: '11222333000181',
  recipient_instution: '00416968',
};
const rememberedMax = 60;

type Send = { account: Account; by?: Account['company']; kind: string; path: string; more: object };
/** `isPaid` means that the network pays the cashout: at once, or later if `isSlow` is set. */
type Way = { amountCents: number; isPaid?: boolean; isSlow?: boolean };

/** Sends a cashout that needs no further call after its answer. */
async function send(scene: Scene, due: number, { account, by, kind, path, more }: Send, way: Way) {
  const content = { ...account.source, ...more };
  const key = randomUUID();
  const signer = by ?? account.company;
  const group = 'cashout calls';
  const answer = await scene.ask({ group, kind, path, content, by: signer, idempotencyKey: key, due });
  if (!answer) return undefined;
  note(scene, due, account, answer, way);
  return { account, id: Number(answer.body.id), key, path, content };
}

function note(scene: Scene, at: number, account: Account, { body }: Answer, way: Way): void {
  if (way.isPaid === false) return;
  account.expectedCents -= way.amountCents;
  noteSent(scene, Number(body.id), { at, isTimed: !way.isSlow });
}

const accountOf = ({ accounts }: Scene, turn: number) => accounts[turn % accounts.length] as Account;
const byKey = (key = 'fulano@example.com') => ({ amount: (cents / 100).toFixed(2), key });

export async function selfApprove(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const path = '/create-cashout-self-approve';
  const made = await send(
    scene,
    due,
    { account, kind: 'created and approved by key', path, more: byKey() },
    { amountCents: cents },
  );
  if (!made) return;
  scene.created.push(made);
  if (scene.created.length > rememberedMax) scene.created.shift();
}

/**
 * Sends a cashout that the network refuses, which releases the amount, or that it pays after some seconds, which needs
 * a look-up.
 */
export async function rehearsed(scene: Scene, turn: number, due: number): Promise<void> {
  const isPaid = turn % 2 === 0;
  const more = byKey(isPaid ? 'slow@sandbox.pix' : 'am04@sandbox.pix');
  const account = accountOf(scene, turn);
  const path = '/create-cashout-self-approve';
  await send(
    scene,
    due,
    { account, kind: 'with another outcome', path, more },
    { amountCents: cents, isPaid, isSlow: true },
  );
}

export async function createThenApprove(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const more = byKey();
  const kind = 'created by key';
  const made = await send(
    scene,
    due,
    { account, kind, path: '/create-cashout', more },
    { amountCents: cents },
  );
  if (!made) return;
  const content = { id: made.id };
  const path = '/approve-cashout';
  await scene.ask({ group: 'cashout calls', kind: 'approved', path, content, by: account.company });
}

export async function payCode(scene: Scene, turn: number, due: number): Promise<void> {
  const path = '/create-copy-and-paste-transfer';
  const account = accountOf(scene, turn);
  const more = { copy_and_paste: code };
  await send(scene, due, { account, kind: 'copy and paste', path, more }, { amountCents: codeCents });
}

export async function payBankDetails(scene: Scene, turn: number, due: number): Promise<void> {
  const path = '/create-cashoutmanual-self-approve';
  const more = { amount: (cents / 100).toFixed(2), ...recipient };
  await send(
    scene,
    due,
    { account: accountOf(scene, turn), kind: 'to bank details', path, more },
    { amountCents: cents },
  );
}

export async function payAtScreen(scene: Scene, turn: number, due: number): Promise<void> {
  const screen = scene.screens[turn % scene.screens.length];
  if (!screen) return;
  const mfa = { mfa_code: generateSync({ secret: screen.mfaSecret }) };
  const more = { amount: (cents / 100).toFixed(2), ...recipient, ...mfa };
  const { account, by } = screen;
  const path = '/create-manual-transfer';
  await send(scene, due, { account, by, kind: 'at a screen', path, more }, { amountCents: cents });
}

/**
 * Returns a cashout that was created earlier. Each turn chooses an older one, and after the oldest the newest again.
 */
export function earlier({ created }: Scene, turn: number): Created | undefined {
  return created.at(-1 - (turn % Math.max(1, created.length - 1)));
}

export async function replay(scene: Scene, turn: number, due: number): Promise<void> {
  const made = earlier(scene, turn);
  if (!made) return;
  const { account, path, content, key } = made;
  const check = ({ body, headers }: Answer) =>
    Number(body.id) === made.id && headers.get('idempotent-replayed') === 'true'
      ? undefined
      : `not the cashout ${made.id} again: ${JSON.stringify(body)}`;
  const call = { group: 'cashout calls', kind: 'replayed', path, content, check } as const;
  await scene.ask({ ...call, by: account.company, idempotencyKey: key, due });
}

export async function refused(scene: Scene, turn: number, due: number): Promise<void> {
  const { company: by, source } = accountOf(scene, turn);
  const path = '/create-cashout';
  const wrong = [
    { kind: 'refused: no amount', path, content: { ...source, key: 'a@example.com' }, expected: 422 },
    { kind: 'refused: amount of 0', path, content: { ...source, ...byKey(), amount: 0 }, expected: 422 },
    { kind: 'refused: no PIX key', path, content: { ...source, ...byKey('no key') }, expected: 400 },
    { kind: 'refused: signature', path, content: { ...source, ...byKey() }, hmac: '00', expected: 400 },
    { kind: 'refused: unknown cashout', path: '/approve-cashout', content: { id: 1 }, expected: 400 },
  ];
  const contradicted = earlier(scene, turn);
  const one = wrong[turn % (wrong.length + 1)];
  if (one) await scene.ask({ group: 'refusals', ...one, by, due });
  else if (contradicted) {
    const { account, content, key, path: same } = contradicted;
    const call = { path: same, content: { ...content, amount: 9 }, by: account.company };
    const kind = 'refused: key of another';
    await scene.ask({ group: 'refusals', kind, ...call, idempotencyKey: key, expected: 409, due });
  }
}
