// The case of a fraud in a browser. As payee: a report blocks the money, the company sends its defence, and the decision
// frees the money. As payer: the company has a payment recovered. With `draw`, each step is also a screenshot in
// docs/console/.

import type { Browser, Page } from 'playwright-core';
import type { Expect, Stage } from './main.ts';
import { signIn } from './people.ts';
import { change, create, type Draw, markOf, until } from './walk-month.ts';

type People = Record<'ana' | 'bruno' | 'dora' | 'elisa', { page: Page }>;

/** Walks through both cases. Bruno and Elisa have passkeys already (walkMonth). */
export async function walkFraud(
  _browser: Browser,
  { url, demo }: Stage,
  people: People,
  expect: Expect,
  draw: Draw = async () => {},
): Promise<void> {
  const { accounts } = JSON.parse(demo);
  const [account] = accounts;
  const id = `${account.source_account_branch_identifier}/${account.source_account_number}`;
  await asPayee(url, id, people, expect, draw);
  await asPayer(url, id, people, expect, draw);
}
