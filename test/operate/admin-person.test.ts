import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { runAdminAt, serveLambda } from '../support/admin.ts';
import { bankDetails } from '../support/bank-details.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let lambda: Awaited<ReturnType<typeof serveLambda>>;
beforeAll(async () => {
  lambda = await serveLambda(used.stack);
});
afterAll(() => lambda.close());

const legalId = '52998224725';
const admin = (...options: string[]) =>
  runAdminAt(lambda.url, 'person', ...options, '--legal-id', legalId, '--reason', 'PRIV-7');

async function pay(): Promise<number> {
  const caller = await used.newCaller();
  const payee = { ...bankDetails, recipient_legal_id: legalId, recipient_name: 'Zuleica Quintanilha' };
  const body = { ...caller.source, amount: 10, ...payee };
  const { id } = (await caller.post('/create-cashoutmanual-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  return id;
}

describe('npm run admin -- person', () => {
  test('the `find` command prints the cost of reading the tables, and reads the tables only on request', async () => {
    const id = await pay();

    const first = await admin('find');
    expect(first.code).toBe(0);
    expect(first.printed).toMatch(/^Stage: local\nNothing found\.\n/);
    expect(first.printed).toMatch(/Reading the tables takes about \d+ read units/);
    expect(first.printed).toContain('the same with --scan');

    const scanned = await admin('find', '--scan');
    expect(scanned.code).toBe(0);
    expect(scanned.printed).toContain(`row: cashout ${id}`);
    expect(scanned.printed).toContain('  request.recipient.name  Z*** Q***');
    expect(scanned.printed).not.toContain('Zuleica');
    expect((await admin('find', '--scan', '--reveal')).printed).toContain('Zuleica Quintanilha');
  });

  test('the `blank` command changes nothing without --yes, prints its limits, and exits with 1 while personal data is left', async () => {
    const id = await pay();

    const dry = await admin('blank', '--despite-retention');
    expect(dry.code).toBe(0);
    expect(dry.printed).toContain('verdict: would be blanked');
    expect(dry.printed).toContain('Nothing has been changed. The same with --yes does it.');
    expect(dry.printed).toContain('webhook bodies that companies have received');

    const early = await admin('blank', '--yes');
    expect([early.code, early.printed]).toEqual([1, expect.stringContaining('it has to be kept until')]);
    expect((await used.stack.deps.cashouts.get(id))?.recipient?.name).toBe('Zuleica Quintanilha');

    const done = await admin('blank', '--yes', '--despite-retention');
    expect([done.code, done.printed]).toEqual([0, expect.stringContaining('verdict: blanked')]);
    expect((await admin('find', '--scan', '--json')).printed).toContain('"found": []');
  });

  test('the `find` command refuses a --legal-id that is neither a CPF nor a CNPJ', async () => {
    const options = ['person', 'find', '--legal-id', '123', '--reason', 'PRIV-7'];
    const { code, printed } = await runAdminAt(lambda.url, ...options);

    expect([code, printed]).toEqual([2, expect.stringContaining('must be a CPF or CNPJ')]);
  });
});
