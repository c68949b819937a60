// The demo company: opened once per data folder through the sandbox API, its credentials kept in demo.json for
// people and tools alike.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type Demo = {
  base_url: string;
  client_id: string;
  client_secret: string;
  hmac_secret: string;
  mfa_secret: string;
  company_id: string;
  accounts: {
    source_account_branch_identifier: string;
    source_account_number: string;
    balance: number;
    pix_key: string;
  }[];
};

export async function loadDemo(
  baseUrl: string,
  sandboxKey: string,
  file: string,
  isFresh: boolean,
): Promise<void> {
  const kept = existsSync(file) && !isFresh ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const demo = kept && (await stillKnown(baseUrl, kept)) ? kept : await openDemo(baseUrl, sandboxKey);
  writeFileSync(file, `${JSON.stringify({ ...demo, base_url: baseUrl }, null, 2)}\n`, { mode: 0o600 });
}

async function openDemo(baseUrl: string, sandboxKey: string): Promise<object> {
  const answer = await fetch(`${baseUrl}/sandbox/tenants`, {
    method: 'POST',
    headers: { 'x-sandbox-key': sandboxKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Padaria Tres Irmaos', accounts: 2, balance: '10000.00' }),
  });
  if (!answer.ok)
    throw new Error(`the demo company could not be opened: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as object;
}

/** The data may have been wiped since demo.json was written. */
async function stillKnown(baseUrl: string, demo: Demo): Promise<boolean> {
  const credentials = Buffer.from(`${demo.client_id}:${demo.client_secret}`).toString('base64');
  const answer = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return answer.ok;
}
