// Creates paid QR codes, and chargebacks of them.

import { expect } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { type Answer, type Caller, sandbox, sendInProcess } from './api.ts';
import type { Stack } from './stack.ts';

export const path = '/v2/finance/chargebacks-pix-copy-and-paste/';

type PixIn = { amount?: number | string; qr_code_id?: number; payer?: object };

/**
 * Pays a QR code of the caller's first account. The payment is applied at once.
 * @param received the name of our account at the PSP that has received the payment
 */
export async function payQrCode(
  stack: Stack,
  caller: Caller,
  pixIn: PixIn = {},
  received: { receivedAt?: string } = {},
) {
  const events: unknown[] = [];
  const queues = { ...stack.deps.queues, sendEvent: async (event: object) => void events.push(event) };
  const send = sendInProcess(stack, { ...stack.deps, queues });
  const { body, status } = await sandbox(send, '/sandbox/pix-in', {
    ...caller.source,
    amount: 100,
    ...pixIn,
  });
  expect(status).toBe(200);
  for (const event of events)
    await applyNetworkEvent(stack.deps, networkEvent.parse({ ...(event as object), ...received }));
  return body as { qr_code_id: number; transaction_id: number; end_to_end_id: string };
}

export function chargeBack(
  caller: Caller,
  qrCodeId: number,
  amount: number | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return caller.post(path, { qr_code_id: qrCodeId, information: 'Pedido 42 cancelado', amount }, headers);
}

export function statusOf(caller: Caller, query: Record<string, string | number>): Promise<Answer> {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return caller.get(`${path}status?${new URLSearchParams(texts)}`);
}
