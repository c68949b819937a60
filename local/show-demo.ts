// Gives the demo's credentials to the API reference page. Only npm start does this. The service itself has no such
// address, so no deployed stage gives any credentials.

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Demo } from './demo-company.ts';

const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * @param file path of demo.json
 * @returns whether the request was answered. Pages of other sites get no credentials, even if their host name resolves
 * to this machine
 */
export function showDemo(
  file: string,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== 'GET' || url !== '/docs/demo.json' || !existsSync(file)) return false;
  const isOurs = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  if (!isOurs || !ownHost.test(headers.host ?? '')) return false;
  const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
  const { client_id, client_secret, hmac_secret, accounts } = demo;
  response.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-store');
  response.end(JSON.stringify({ client_id, client_secret, hmac_secret, accounts }, null, 2));
  return true;
}
