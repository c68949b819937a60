// The page with the rules of an account.

import { expect, test } from 'vitest';
import { setRules } from '../support/rules.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();

/** Returns the text of a page without its markup. */
const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');

test('the console shows the rules of an account, and a raised limit that does not apply yet', async () => {
  const { company, browser } = await its.openDesk();
  const [branch, number] = Object.values(company.source);
  const path = `/console/accounts/${branch}/${number}`;
  expect(textOf((await browser.visit(`${path}/rules`)).text)).toContain('The creator may approve Yes');
  await setRules(its.used.stack, company, {
    'own-approval': { up_to: '500.00' },
    approvals: { bands: [{ from: '10000.00', needed: 3 }] },
    limit: { limit: 'per_day', amount: '20000.00' },
    payees: { payees: 'listed' },
    duplicates: { rule: { within_hours: 12, action: 'hold' } },
  });
  await setRules(its.used.stack, company, { limit: { limit: 'per_day', amount: '30000.00' } });

  expect((await browser.visit(path)).text).toContain(`href="${path}/rules"`);
  const said = textOf((await browser.visit(`${path}/rules`)).text);
  expect(said).toContain('Up to R$ 500.00');
  expect(said).toContain('From R$ 10,000.00 3 approvals');
  expect(said).toMatch(/Per day R\$ 30,000\.00, \d[^R]* R\$ 20,000\.00/);
  expect(said).toContain('Only payees on the account’s list');
  expect(said).toContain('within 12 h: another person must approve');
});

test('the rules of another company’s account answer 404', async () => {
  const { browser } = await its.openDesk();
  const [branch, number] = Object.values((await its.newCompany()).source);
  expect((await browser.visit(`/console/accounts/${branch}/${number}/rules`)).status).toBe(404);
});
