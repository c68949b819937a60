// A server that answers requests about the largest possible id. The service itself chooses its ids, so it cannot be
// made to use this one. The answers are checked against the OpenAPI document, and the requests are compared as text.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { holdToContract } from '../support/contract.ts';

export const farId = Number.MAX_SAFE_INTEGER;
export const farAmount = 9_999_999_999.99;

const cashout = {
  worked: true,
  id: farId,
  transaction_id: farId,
  code_transaction: null,
  status: 'PROCESSING',
  amount: farAmount,
  fee: 0,
  key: 'fulano@example.com',
  tag: null,
  from_accout: '123456784',
  recipient_instution: null,
  recipient_instution_name: null,
  recipient_account_id: null,
  recipient_branch_id: null,
  recipient_legal_id: null,
  recipient_name: null,
  recipient_account_type: null,
  operationUuid: null,
  idempotency_key: null,
  erro_descriptor: null,
  new_erro_descriptor: null,
};
const refusal = (message: string) => ({ worked: false, detail: message, message, data: null });

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** @param secret the HMAC secret of the calls */
export async function openFarServer(secret: string): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const call = { method: request.method ?? '', path: request.url ?? '' };
    const answer = (status: number, content: object) => {
      if (status === 200) holdToContract({ ...call, ...(body ? { body } : {}) }, { status, body: content });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    };
    const hmac = createHmac('sha256', secret).update(body).digest('hex');
    if (request.headers.hmac !== hmac) return answer(400, refusal('HMAC invalid'));
    // The digits are compared as text. After parsing, the next larger number would look the same.
    const isApproval = call.path === '/approve-cashout' && new RegExp(`"id": ?${farId}[,}]`).test(body);
    const isFound = isApproval || call.path === `/v3/cashouts/${farId}`;
    return isFound ? answer(200, cashout) : answer(400, refusal('Transaction not found'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
