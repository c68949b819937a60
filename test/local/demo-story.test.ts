import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClientOf } from '../../lib/sandbox/open-tenant.ts';
import { createTenantBody } from '../../lib/sandbox/schemas.ts';
import { company, type Demo } from '../../local/demo-company.ts';
import { makeStory } from '../../local/demo-story.ts';
import { daysUntil } from '../../local/story/days.ts';
import { allStaff } from '../../local/story/payees.ts';
import { transferCents } from '../../local/story/payroll.ts';
import { paydaysOf, planSalaries, planSuppliers, planTakings } from '../../local/story/plot.ts';
import { openStage } from '../../local/story/stage.ts';
import { openingCents, type Player, tellStory } from '../../local/story/tell-story.ts';
import type { Tenant } from '../support/api.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

describe('the story of the demo', () => {
  let tenant: Tenant;
  let rows: Record<string, object[]>;
  const statesOf = (table: string) =>
    new Set((rows[table] as { status?: string }[]).map(({ status }) => status));

  beforeAll(async () => {
    const { stack } = used;
    const { company_id: companyId } = (await used.newCaller({ name: 'Padaria' })).tenant;
    const open = async (name: string, rights: Player['rights']): Promise<Player> => {
      const given = { company_id: companyId, name, permissions: [], without: [], audience: 'api' } as const;
      const made = await openClientOf(stack.deps, given);
      const who = { userId: made.user_id, clientId: made.client_id, companyId };
      return { ...who, audience: 'api', userName: name, rights };
    };
    const creator = await open('Ana', ['CREATE', 'WEBHOOK']);
    const approver = await open('Bruno', ['APPROVE', 'REFUND']);
    const others = [await open('Carla', [])];
    const accounts = await tellStory(
      openStage(stack.with),
      { creator, approver, others },
      'http://localhost:3000',
    );
    tenant = {
      accounts: accounts.map(({ branch, number }) => ({
        source_account_branch_identifier: branch,
        source_account_number: number,
      })),
    } as Tenant;
    rows = await allRows(stack);
  });

  test('the statements add up at every entry, and reconcile finds nothing', async () => {
    const { stack } = used;
    const later = stack.with({ now: () => new Date(Date.now() + 15 * 60_000), pause: async () => {} });

    const shop = await expectLedgerAddsUp(stack, tenant, 0);
    const payroll = await expectLedgerAddsUp(stack, tenant, 1);
    const found = await stack.invoke('reconcile', { whole: true }, later);

    expect([shop.holderName, payroll.holderName]).toEqual([
      `${company.name}: loja`,
      `${company.name}: folha`,
    ]);
    expect(found).toMatchObject({ differences: [], suspected: 0, failed: 0, complete: true });
    expect(rows.INCIDENTS_TABLE).toEqual([]);
  });

  test('there are payments of every state, scheduled ones, and ones that were returned in part', () => {
    const cashouts = rows.CASHOUTS_TABLE as {
      status?: string;
      approvedAt?: string;
      startsAt?: string;
      returnedCents?: number;
      failureText?: string;
    }[];
    const payments = cashouts.filter(({ status }) => status);

    expect(payments.length).toBeGreaterThan(90);
    expect([...statesOf('CASHOUTS_TABLE')].filter(Boolean).sort()).toEqual([
      'CANCELLED',
      'ERROR',
      'NEW',
      'PROCESSING',
      'REFUNDED',
      'SUCCESS',
    ]);
    expect(payments.filter(({ startsAt, approvedAt }) => startsAt && approvedAt)).toHaveLength(3);
    expect(
      payments.filter(({ status, returnedCents }) => status === 'SUCCESS' && returnedCents),
    ).toHaveLength(2);
    expect(payments.filter(({ failureText }) => failureText === 'Insufficient funds')).toHaveLength(1);
  });

  test('there are batches, webhooks with deliveries, refunds, MED cases and a file', () => {
    const batches = statesOf('BATCHES_TABLE');

    expect(batches).toContain('FINISHED');
    expect(batches).toContain('AWAITING_APPROVAL');
    expect([...statesOf('DELIVERIES_TABLE')]).toEqual(expect.arrayContaining(['DELIVERED', 'PENDING']));
    expect(statesOf('CHARGEBACKS_TABLE')).toContain('SUCCESS');
    expect([...statesOf('MED_CASES_TABLE')]).toEqual(expect.arrayContaining(['WAITING', 'REJECTED']));
    expect(statesOf('EXPORTS_TABLE')).toContain('SUCCESS');
  });
});

test('on no day of a year does the story run out of money', () => {
  const low: Date[] = [];
  for (let day = 0; day < 366; day++) {
    const today = new Date(Date.UTC(2026, 0, 1 + day, 15));
    const days = daysUntil(today);
    const salaries = planSalaries(days);
    const pay = allStaff.reduce((sum, one) => sum + Math.round(Number(one.pay) * 100), 0);
    const payday = days.findLast(({ dayOfMonth }) => dayOfMonth === 6)?.at(10) ?? 0;
    const transfers = paydaysOf(days).map((one) => one.at(9, 30));
    const shop = [
      ...planSuppliers(days).map(({ decidedAt, amountCents }) => ({ at: decidedAt, cents: -amountCents })),
      ...planTakings(days).map(({ at, amountCents }) => ({ at, cents: amountCents as number })),
      ...transfers.map((at) => ({ at, cents: -transferCents })),
    ];
    const payroll = [
      ...salaries.map(({ decidedAt, amountCents }) => ({ at: decidedAt, cents: -amountCents })),
      ...transfers.map((at) => ({ at, cents: transferCents as number })),
      { at: payday, cents: -pay },
    ];
    const lowest = (moves: typeof shop, opening: number) => {
      let [balance, least] = [opening, opening];
      for (const { cents } of moves.toSorted((one, other) => one.at - other.at)) {
        balance += cents;
        least = Math.min(least, balance);
      }
      return least;
    };
    if (lowest(shop, openingCents.shop) < 0 || lowest(payroll, openingCents.payroll) < 0) low.push(today);
  }
  expect(low).toEqual([]);
});

test('the company has a valid CNPJ', () => {
  expect(createTenantBody.safeParse(company).success).toBe(true);
});

describe('a sign-in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-story-'));
  const file = join(folder, 'demo.json');
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Demo;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('tells the story once per data folder, and goes on if that fails', async () => {
    writeFileSync(file, JSON.stringify({ company_id: 'one' }));
    const said: string[] = [];
    let held = 0;
    const hold = () => {
      held += 1;
      return Promise.reject(new Error('no engine'));
    };
    const given = {
      file,
      settings: {},
      baseUrl: 'http://localhost:3000',
      hold,
      say: (line: string) => said.push(line),
    };
    const signIn = makeStory(given);

    await Promise.all([signIn(), signIn()]);
    await makeStory(given)();

    expect(held).toBe(1);
    expect(said).toEqual(['The console’s examples could not be made: no engine']);
    expect(read().story).toEqual({ accounts: [] });
  });

  test('keeps the accounts of the story for the next start', async () => {
    writeFileSync(file, JSON.stringify({ company_id: 'one' }));
    const hold = (async () => [{ branch: '0001', number: '7' }]) as never;

    await makeStory({ file, settings: {}, baseUrl: '', hold, say: () => {} })();

    expect(read().story).toEqual({ accounts: ['0001/7'] });
  });
});
