// Tells the story of the demo's bakery: opens two accounts, plays two months of payments with the service's own
// operations, and gives the people their rights at the end. No row is written by hand, so the books add up.

import type { Identity } from '../../lib/access/tokens.ts';
import { type AccountRef, accountKey } from '../../lib/base/account-ref.ts';
import { type Cents, cents } from '../../lib/base/money.ts';
import { openAccount } from '../../lib/operating/open-account.ts';
import { setPolicy } from '../../lib/operating/set-policy.ts';
import { company } from '../demo-company.ts';
import { type Act, type Cast, plan, playAll, receive } from './acts.ts';
import { playCases, playFile, playLatest, type Received } from './chapters.ts';
import { now, playAt } from './clock.ts';
import { type Day, dayAgo, daysUntil } from './days.ts';
import { planTransfers, playBatch, playWaitingBatch } from './payroll.ts';
import { planSalaries, planSuppliers, planTakings } from './plot.ts';
import { playWebhooks } from './receivers.ts';
import type { Stage } from './stage.ts';

type Rights = Parameters<typeof setPolicy>[3]['permissions'];
export type Player = Identity & { rights: Rights };
export type Players = { creator: Player; approver: Player; others: readonly Player[] };

const holders = { shop: `${company.name}: loja`, payroll: `${company.name}: folha` } as const;
export const openingCents = { shop: cents(3_180_000), payroll: cents(1_980_000) } as const;

/**
 * Tells the story.
 * @param baseUrl the address of the stage
 * @returns the accounts that the story has opened
 */
export async function tellStory(stage: Stage, players: Players, baseUrl: string): Promise<AccountRef[]> {
  const today = now();
  const days = daysUntil(today);
  const [first] = days as [Day];
  const accounts = await playAt(first.at(7), async () => ({
    shop: await open(stage, players, 'shop'),
    payroll: await open(stage, players, 'payroll'),
  }));
  const cast: Cast = { ...players, accounts };
  const received: Received[] = [];
  const takings = planTakings(days).map((taking): Act => {
    const play = async () => received.push({ ...(await receive(stage, cast, taking)), ...taking });
    return { at: taking.at, lane: 'shop', play };
  });
  const payday = days.findLast(({ dayOfMonth }) => dayOfMonth === 6) as Day;
  const planned = [...planSuppliers(days), ...planSalaries(days)].map((one) => plan(stage, cast, one));
  const cases = playCases(stage, cast, received, today);
  const others = [...takings, ...playBatch(stage, cast, payday), ...cases];
  await playAll([...planned, ...planTransfers(stage, cast, days)], others);
  await playLatest(stage, cast, today);
  await playWaitingBatch(stage, cast, dayAgo(today, 1).at(18));
  await Promise.all(stage.running);
  await Promise.all([
    playFile(stage, players.creator, accounts.shop, today),
    playWebhooks(stage, players.creator, accounts.shop, baseUrl, dayAgo(today, 2).at(7)),
  ]);
  for (const account of Object.values(accounts)) await admit(stage, players.others, account);
  return Object.values(accounts).map(({ branch, number }) => ({ branch, number }));
}

/** Opens an account with money, and gives those who act their rights. */
async function open(
  stage: Stage,
  { creator, approver }: Players,
  name: keyof typeof holders,
): Promise<AccountRef & { pixKey: string }> {
  const { deps } = stage;
  const pixKey = deps.ids.uuid();
  const holder = { companyId: creator.companyId, holderName: holders[name], holderLegalId: company.legal_id };
  const { branch, number } = await openAccount(deps, { ...holder, pixKey });
  const account = { branch, number };
  const amountCents: Cents = openingCents[name];
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents } as const;
  await deps.ledger.credit(account, entry, `opening#${accountKey(account)}`);
  await admit(stage, [creator, approver], account);
  return { ...account, pixKey };
}

async function admit({ deps }: Stage, players: readonly Player[], account: AccountRef): Promise<void> {
  for (const { clientId, rights } of players)
    await setPolicy(deps, clientId, account, { permissions: rights, without: [] });
}
