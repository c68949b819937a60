// Opens the console to the demo's people, and creates payments that wait for an approval.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { makeClient } from './client.ts';
import { type Demo, saveDemo } from './demo-company.ts';
import { freePort, isFree } from './free-port.ts';
import { openGateway } from './gateway/serve.ts';
import { type Identities, openIdentities, people } from './identity-provider.ts';

type NamedRight = 'CREATE' | 'APPROVE' | 'REFUND' | 'WEBHOOK';
type Invoke = (functionKey: string, event: unknown) => Promise<unknown>;

const rights: Readonly<Record<string, readonly NamedRight[]>> = {
  ana: ['CREATE', 'WEBHOOK'],
  bruno: ['APPROVE', 'REFUND'],
};
const waiting = [
  { amount: 1250.9, key: 'fulano@example.com', tag: 'Aluguel do depósito' },
  { amount: 89.5, key: 'maria@example.com', tag: 'Nota fiscal 4711' },
  { amount: 3400, key: 'joana@example.com', tag: 'Forno novo, segunda parcela' },
];

/** Returns the rights of a person of the company. */
export const rightsOf = (id: string): readonly NamedRight[] => rights[id] ?? [];

/**
 * Serves the people's provider at a port of its own, for a stack whose API cannot serve it. The port is that of the
 * last start if possible, because a provider at another address has other people.
 */
export async function servePeople(file: string, baseUrl: string) {
  const demo = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const last = Number(new URL(demo?.people?.at ?? baseUrl).port);
  const isApart = last !== Number(new URL(baseUrl).port);
  const port = isApart && (await isFree(last)) ? last : await freePort();
  const identities = openIdentities(baseUrl, port);
  const { close } = await openGateway(port, { instead: identities.answers });
  return { ...identities, close };
}

/**
 * Opens the console to the demo's people. If the console was opened at this provider before, only gives the provider
 * the seeds of the people's one-time codes.
 * @param through the address to call while the service does not answer at its own address yet
 */
export async function openPeople(
  demo: Demo,
  { settings: { CONSOLE_ISSUER: issuer }, learn }: Identities,
  file: string,
  through: string,
  invoke: Invoke,
): Promise<void> {
  if (demo.people?.at === issuer) return learn(demo.people.seeds);
  const seeds: Record<string, string> = {};
  // The people see one of the API's accounts, because both have the same holder.
  const ofApi = demo.accounts
    .slice(0, 1)
    .map((one) => `${one.source_account_branch_identifier}/${one.source_account_number}`);
  const accounts = [...ofApi, ...(demo.story?.accounts ?? [])];
  const own = { action: 'company open', by: 'npm start', name: 'Operators' };
  const { company_id: house } = (await invoke('administer', own)) as { company_id: string };
  for (const { id, name, isOperator } of people) {
    const call = { action: 'client open', by: 'npm start', subject: id, name };
    const more = isOperator
      ? { audience: 'desk', company: house }
      : { audience: 'console', company: demo.company_id, permissions: rightsOf(id), accounts };
    const opened = (await invoke('administer', { ...call, ...more })) as { mfa_secret: string };
    seeds[id] = opened.mfa_secret;
  }
  if (!demo.people) {
    await invoke('administer', { action: 'user name', by: 'npm start', user: demo.user_id, name: 'ERP' });
    await createWaiting(demo, through);
  }
  saveDemo(file, { ...demo, people: { at: issuer, seeds } });
  learn(seeds);
}

async function createWaiting(demo: Demo, through: string): Promise<void> {
  const client = makeClient({ ...demo, base_url: through });
  const [account] = demo.accounts;
  for (const content of waiting) {
    const source = {
      source_account_branch_identifier: account?.source_account_branch_identifier,
      source_account_number: account?.source_account_number,
    };
    await client.post('/create-cashout', { ...source, ...content }, randomUUID());
  }
}
