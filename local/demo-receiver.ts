// Receives the deliveries of the demo's webhooks: takes each one at one path, and refuses each one at the other. Only
// npm start has these addresses.

import type { IncomingMessage, ServerResponse } from 'node:http';

export const takingPath = '/demo/erp';
export const refusingPath = '/demo/contabilidade';

/** Returns the status of the answer at a path, or undefined if the path is none of the receiver's. */
export function statusAt(path: string | undefined): number | undefined {
  if (path === takingPath) return 204;
  return path === refusingPath ? 503 : undefined;
}

/** @returns whether the request was answered */
export function receiveDelivery(request: IncomingMessage, response: ServerResponse): boolean {
  const status = request.method === 'POST' ? statusAt(request.url) : undefined;
  if (status === undefined) return false;
  request.resume();
  response.writeHead(status).end();
  return true;
}
