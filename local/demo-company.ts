// Opens the demo company once per data folder through the sandbox API, and stores its credentials in demo.json for
// people and tools.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { replaceFile } from './replace-file.ts';

export type Demo = {
  base_url: string;
  client_id: string;
  client_secret: string;
  hmac_secret: string;
  mfa_secret: string;
  company_id: string;
  user_id: string;
  accounts: {
    source_account_branch_identifier: string;
    source_account_number: string;
    balance: number;
    pix_key: string;
  }[];
  /**
   * Set after the console was opened to people. `at` is the address of the people's identity provider. `seeds` are the
   * seeds of the people's one-time codes, by the id of the person.
   */
  people?: { at: string; seeds: Record<string, string> };
  /** Set when the story of the company began; the accounts (BRANCH/NUMBER) are those that it has opened. */
  story?: { accounts: string[] };
  /** QR codes that were paid, so that chargebacks can refund them. */
  qr_codes?: { qr_code_id: number; amount: number; end_to_end_id: string }[];
};

/** @param through the address to call while the service does not answer at its own address yet */
export async function loadDemo(
  baseUrl: string,
  sandboxKey: string,
  file: string,
  isFresh: boolean,
  through = baseUrl,
): Promise<Demo> {
  const kept = existsSync(file) && !isFresh ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const sandbox = sandboxAt(through, sandboxKey);
  const demo = kept && (await stillKnown(through, kept)) ? kept : await openDemo(sandbox);
  const codes = demo.qr_codes ?? (await payQrCodes(sandbox, demo));
  const content = { ...demo, qr_codes: codes, base_url: baseUrl };
  saveDemo(file, content);
  return content;
}

export const saveDemo = (file: string, demo: Demo): void =>
  replaceFile(file, `${JSON.stringify(demo, null, 2)}\n`);

/** The demo's company. The CNPJ is valid and made up. */
export const company = { name: 'Padaria Três Irmãos Ltda', legal_id: '67221593000197' } as const;

/**
 * The maximum number of calls. If the engines are too slow, the service answers 503, and the call is repeated once a
 * second.
 */
const triesMax = 30;

type Sandbox = (path: string, content: object) => Promise<unknown>;

function sandboxAt(baseUrl: string, sandboxKey: string): Sandbox {
  return async (path, content) => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${baseUrl}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'x-sandbox-key': sandboxKey, 'content-type': 'application/json' },
        body: JSON.stringify(content),
      });
      if (answer.ok) return answer.json();
      if (answer.status !== 503 || tries === triesMax)
        throw new Error(`the demo company could not be opened: ${answer.status} ${path}`);
      await pause(1_000);
    }
  };
}

async function openDemo(sandbox: Sandbox): Promise<Demo> {
  const wanted = { ...company, accounts: 2, balance: '10000.00' };
  return (await sandbox('tenants', wanted)) as Demo;
}

/** Pays QR codes of the second account, so that the first account keeps its round opening balance. */
async function payQrCodes(sandbox: Sandbox, { accounts }: Demo): Promise<NonNullable<Demo['qr_codes']>> {
  const account = accounts.at(-1);
  if (!account) return [];
  const { source_account_branch_identifier, source_account_number } = account;
  const codes = [];
  for (const amount of [50, 100, 250]) {
    const wanted = { source_account_branch_identifier, source_account_number, amount };
    const paid = (await sandbox('pix-in', { ...wanted, payer: { name: 'Maria Silva' } })) as {
      qr_code_id: number;
      end_to_end_id: string;
    };
    codes.push({ qr_code_id: paid.qr_code_id, amount, end_to_end_id: paid.end_to_end_id });
  }
  return codes;
}

/**
 * Returns whether the service still knows the demo company. The data may have been deleted since demo.json was written.
 */
async function stillKnown(baseUrl: string, demo: Demo): Promise<boolean> {
  const credentials = Buffer.from(`${demo.client_id}:${demo.client_secret}`).toString('base64');
  const answer = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return answer.ok;
}
