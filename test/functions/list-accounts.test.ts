import { expect, test } from 'vitest';
import { openCaller, sandbox, type Tenant } from '../support/api.ts';
import { putPolicy } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('the list has the caller’s own accounts with their permissions, sorted by account number', async () => {
  const caller = await used.newCaller({ name: 'Padaria Ltda', accounts: 2 });
  const stranger = await used.newCaller();
  await putPolicy(used.stack, caller.tenant, stranger.source, true);
  const sources = caller.tenant.accounts.map(({ pix_key: _, balance: __, ...source }) => source);
  const sorted = sources.toSorted((one, other) =>
    one.source_account_number < other.source_account_number ? -1 : 1,
  );

  const answer = await caller.get('/v3/accounts');

  const permissions = ['CREATE', 'APPROVE', 'REFUND', 'WEBHOOK'];
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      worked: true,
      next: null,
      results: sorted.map((source) => ({
        ...source,
        status: 'ACTIVE',
        holder_name: 'Padaria Ltda',
        permissions,
      })),
    },
  ]);
});

test('the list of a client has only the accounts of the client’s active policies, with their permissions', async () => {
  const caller = await used.newCaller({ accounts: 3 });
  const [first, second] = caller.tenant.accounts as [Tenant['accounts'][0], Tenant['accounts'][0]];
  const { body } = await sandbox(used.send, '/sandbox/clients', {
    company_id: caller.tenant.company_id,
    accounts: [first, second].map(({ pix_key: _, balance: __, ...source }) => source),
    permissions: ['APPROVE'],
    without: ['WEBHOOK'],
  });
  const client = await openCaller(used.send, body as Tenant);
  await putPolicy(used.stack, client.tenant, second, false);

  const { results } = (await client.get('/v3/accounts')).body;

  const { pix_key: _, balance: __, ...source } = first;
  expect(results).toEqual([expect.objectContaining({ ...source, permissions: ['APPROVE', 'REFUND'] })]);
});

test('the pages of the account list contain every account exactly once', async () => {
  const caller = await used.newCaller({ accounts: 7 });
  const pages: string[][] = [];
  for (let path: string | undefined = '/v3/accounts?limit=3'; path; ) {
    const { next, results }: { next: string | null; results: Tenant['accounts'] } = (await caller.get(path))
      .body;
    pages.push(results.map((one) => one.source_account_number));
    path = next?.replace('https://api.example.com', '');
  }

  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(
    caller.tenant.accounts.map(({ source_account_number: number }) => number).sort(),
  );
});
