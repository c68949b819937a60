// Finds the page for a text that an operator has typed: the id of a cashout, a chargeback, a company, a client, a user, an account, a
// payment, an incident or a MED case, the code of a receipt, or a PIX key.

import { parsePixKey } from '../account/pix-key.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import { readName } from '../cashout/name-of-one.ts';
import { findByName } from '../operating/show-cashout.ts';
import type { DeskDeps } from './deps.ts';

const account = /^\d{4}\/\d{1,20}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const endToEndId = /^[A-Za-z0-9]{32}$/;

/**
 * @param noteKey records in the audit that the owner of a key was looked up. Other names need no record here: their
 * path reveals nothing, and their page makes its own record
 * @returns the path of the page; undefined if nothing has this name
 */
export async function findAny(
  deps: DeskDeps,
  typed: string,
  noteKey: (key: string) => Promise<unknown>,
): Promise<string | undefined> {
  const text = typed.trim();
  if (account.test(text)) return (await hasAccount(deps, text)) ? `accounts/${text}` : undefined;
  if (uuid.test(text))
    return (await ofUuid(deps, text)) ?? (await ofMed(deps, text)) ?? ofKey(deps, text, noteKey);
  const id = await ofCashout(deps, text);
  if (id !== undefined) return `cashouts/${id}`;
  if (/^\d{1,16}$/.test(text) && (await deps.chargebacks.get(Number(text))))
    return `chargebacks/${Number(text)}`;
  if (endToEndId.test(text)) return `payments/${text}`;
  if (await deps.incidents.get(text.slice(0, 200) || '-')) return `incidents/${encodeURIComponent(text)}`;
  return (await ofMed(deps, text)) ?? ofKey(deps, text, noteKey);
}

const ofMed = async ({ medCases }: DeskDeps, text: string) =>
  /^[\w-]{1,100}$/.test(text) && (await medCases.get(text)) ? `meds/${text}` : undefined;

const hasAccount = async ({ accounts }: DeskDeps, text: string) =>
  (await accounts.get(accountOf(text))) !== undefined;

async function ofUuid({ companies, clients, users }: DeskDeps, id: string): Promise<string | undefined> {
  const [company, client, user] = await Promise.all([
    companies.getCompany(id),
    clients.get(id),
    users.find(id),
  ]);
  if (company) return `companies/${id}`;
  if (client) return `clients/${id}`;
  return user && `users/${id}`;
}

async function ofCashout(deps: DeskDeps, text: string): Promise<number | undefined> {
  const name = readName(text);
  return name && (await findByName(deps, name))?.id;
}

async function ofKey({ pixKeys }: DeskDeps, text: string, noteKey: (key: string) => Promise<unknown>) {
  const key = parsePixKey(text)?.value;
  const row = key === undefined ? undefined : await pixKeys.get(key);
  if (!key || !row) return undefined;
  await noteKey(key);
  return `accounts/${accountIdOf(row)}`;
}
