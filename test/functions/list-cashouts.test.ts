import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { newListKeys } from '../../lib/cashout/list-keys.ts';
import { openPartitionOf } from '../../lib/cashout/open-partition.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { openAccount } from '../../lib/operating/open-account.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';
import {
  type Answer,
  type Caller,
  openCaller,
  sandbox,
  sendInProcess,
  sourceOf,
  type Tenant,
} from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { openClient } from '../support/clients.ts';
import { countUnits } from '../support/count-units.ts';
import { putPolicy } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';

let time = Date.parse('2026-11-01T12:00:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

const pass = (seconds: number) => {
  time += seconds * 1_000;
};

type Page = { next: string | null; previous: string | null; results: { id: number }[] };

async function create(caller: Caller, more: object = {}, path = '/create-cashout'): Promise<number> {
  const to = path.includes('manual') ? bankDetails : { key: 'fulano@example.com' };
  pass(1);
  const { status, body } = await caller.post(path, { ...caller.source, amount: 10, ...to, ...more });
  expect(status).toBe(200);
  return body.id;
}

const list = async (caller: Caller, query = ''): Promise<Page> =>
  (await caller.get(`/v3/cashouts?${query}`)).body;
const idsOf = ({ results }: Page) => results.map(({ id }) => id);
const idsFor = async (caller: Caller, query = '') => idsOf(await list(caller, query));
const follow = (url: string) => url.replace('https://api.example.com', '');
const second = (caller: Caller): Caller => ({ ...caller, source: sourceOf(caller.tenant, 1) });
const sourceOfRef = ({ branch, number }: AccountRef) => ({
  source_account_branch_identifier: branch,
  source_account_number: number,
});
const accountOf = ({ source }: Caller) => ({
  branch: source.source_account_branch_identifier,
  number: source.source_account_number,
});

/** Opens a second client of the caller's company, with these permissions on the first account. */
async function colleague(caller: Caller, permissions?: string[]): Promise<Caller> {
  const client: Answer = await sandbox(used.send, '/sandbox/clients', {
    company_id: caller.tenant.company_id,
    accounts: [caller.source],
    ...(permissions ? { permissions } : {}),
  });
  return openCaller(used.send, client.body as Tenant);
}

/** Reads all pages by their next URLs. `between` runs before each further page. */
async function pagesOf(caller: Caller, query: string, between = async () => {}): Promise<Page[]> {
  const pages = [await list(caller, query)];
  for (let url = pages[0]?.next; url; url = pages.at(-1)?.next) {
    await between();
    pages.push((await caller.get(follow(url))).body);
  }
  return pages;
}

/** Writes later copies of a cashout directly into the table, with consecutive ids. */
async function putCopies(
  caller: Caller,
  id: number,
  count: number,
  change: (row: Cashout) => Partial<Record<keyof Cashout, unknown>>,
): Promise<void> {
  const row = (await used.stack.deps.cashouts.get(id)) as Cashout;
  const copies = Array.from({ length: count }, (_item, index) => {
    const [copyId, createdAt] = [index + 1 + id, new Date(time + index).toISOString()];
    const openAccount = openPartitionOf(row.account, copyId);
    const own = { id: copyId, createdAt, openAccount, ...newListKeys(accountOf(caller), copyId, createdAt) };
    return { ...row, ...own, ...change(row) };
  });
  for (let from = 0; from < copies.length; from += 25) {
    const puts = copies.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await openClient().send(
      new BatchWriteCommand({ RequestItems: { [used.stack.config.CASHOUTS_TABLE]: puts } }),
    );
  }
}

async function countedCaller(caller: Caller) {
  const { client, units } = countUnits();
  return {
    units,
    counted: await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant),
  };
}

describe('the list of cashouts', () => {
  test('the list is empty before the first cashout', async () => {
    const answer = await (await used.newCaller()).get('/v3/cashouts');

    expect([answer.status, answer.body]).toEqual([
      200,
      { worked: true, next: null, previous: null, results: [] },
    ]);
  });

  test('the list shows each cashout like a look-up, with its account, times and users', async () => {
    const caller = await used.newCaller();
    const created = await create(caller, { tag: 'invoice 42' });
    const createdAt = new Date(time).toISOString();
    const paid = await create(caller, {}, '/create-cashout-self-approve');
    const paidAt = new Date(time).toISOString();
    await takeStep(used.stack.deps, paid);

    const { results } = await list(caller);

    const shown = async (id: number) => {
      const { worked: _, ...body } = (await caller.get(`/v3/cashouts/${id}`)).body;
      return body;
    };
    const common = {
      source_account_branch_identifier: '0001',
      created_by: caller.tenant.user_id,
      created_by_name: null,
      approved_by_name: null,
      content_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(results).toEqual([
      {
        ...(await shown(paid)),
        ...common,
        created_at: paidAt,
        approved_at: paidAt,
        approved_by: caller.tenant.user_id,
      },
      { ...(await shown(created)), ...common, created_at: createdAt, approved_at: null, approved_by: null },
    ]);
  });

  test('the list is sorted newest first, over all of the caller’s accounts and no other accounts', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    await create(await used.newCaller());
    const first = await create(caller);
    const other = await create(second(caller));
    const last = await create(caller);

    expect(await idsFor(caller)).toEqual([last, other, first]);
    expect(await idsFor(caller, `${new URLSearchParams(second(caller).source)}`)).toEqual([other]);
    expect(await idsFor(await colleague(caller))).toEqual([last, first]);
  });

  test.each(['', '&status=NEW', '&awaiting=approval', '&tag=odd&min_amount=10.00'])(
    'the list with the query "%s" is paged both ways without gaps, over two accounts and equal times, while cashouts are created',
    async (query) => {
      const caller = await used.newCaller({ accounts: 2 });
      for (let round = 0; round < 3; round++) {
        for (const one of [caller, second(caller), caller]) {
          const rounds = Array.from({ length: 2 }, () => create(one, { tag: 'odd' }));
          await Promise.all(rounds);
          time -= 2_000;
        }
        pass(5);
      }
      const all = await idsFor(caller, query);
      expect(all).toHaveLength(18);

      pass(60);
      const pages = await pagesOf(caller, `limit=4${query}`, async () => {
        await create(caller, { tag: 'odd' });
      });
      expect(pages.map(idsOf)).toEqual([0, 4, 8, 12, 16].map((from) => all.slice(from, from + 4)));
      expect(pages[0]?.previous).toBeNull();

      const back: number[] = [];
      for (let page = pages.at(-1); page?.previous && back.length < 16; ) {
        page = (await caller.get(follow(page.previous))).body as Page;
        back.unshift(...idsOf(page));
      }
      expect(back).toEqual(all.slice(0, 16));
    },
  );
});

describe('a filtered list', () => {
  test('a filtered list has only the cashouts that match every parameter', async () => {
    const caller = await used.newCaller({ balance: '1000.00' });
    const mail = await create(caller, { amount: '10.00', tag: 'rent' });
    const from = new Date(time + 500).toISOString();
    const phone = await create(caller, { amount: '20.50', key: '+5511987654321', tag: 'rent' });
    const to = new Date(time + 500).toISOString();
    const manual = await create(caller, { amount: 30 }, '/create-cashout-manual');
    const cpf = await create(caller, { amount: 40, key: '12345678909' });
    const maker = await colleague(caller, ['CREATE']);
    const others = await create(maker, { amount: 50 });

    const ask = (query: Record<string, string>) => idsFor(caller, `${new URLSearchParams(query)}`);
    expect(await ask({ tag: 'rent' })).toEqual([phone, mail]);
    expect(await ask({ tag: 'ren' })).toEqual([]);
    expect(await ask({ key: 'FULANO@example.com' })).toEqual([others, mail]);
    expect(await ask({ recipient_legal_id: '12345678909' })).toEqual([cpf, manual]);
    expect(await ask({ min_amount: '20.5', max_amount: '40.00' })).toEqual([cpf, manual, phone]);
    expect(await ask({ from, to })).toEqual([phone]);
    expect(await ask({ from: '2027-01-01' })).toEqual([]);
    expect(await ask({ created_by: maker.tenant.user_id })).toEqual([others]);
    expect(await ask({ tag: 'rent', min_amount: '11', key: '', status: 'NEW' })).toEqual([phone]);
    expect(await ask({ tag: 'rent', status: 'SUCCESS' })).toEqual([]);
  });

  test('a filter by the payee’s tax id does not match a tax id known only from the directory', async () => {
    const caller = await used.newCaller();
    const id = await create(caller, {}, '/create-cashout-self-approve');
    await takeStep(used.stack.deps, id);
    const legalId = (await used.stack.deps.cashouts.get(id))?.recipient?.legalId ?? '';

    expect(legalId).toMatch(/^\d{11,14}$/);
    expect(await idsFor(caller, `recipient_legal_id=${legalId}`)).toEqual([]);
  });

  test('a filtered list finds cashouts of every status, whichever index holds them', async () => {
    const caller = await used.newCaller({ balance: '100.00' });
    const waiting = await create(caller);
    await recordPendingEvents(used.stack.deps, waiting);
    pass(120);
    await resumeStalled(used.stack.deps);
    const fresh = await create(caller);
    const open = await create(caller, {}, '/create-cashout-self-approve');
    const self = '/create-cashout-self-approve';
    const [paid, failed] = [await create(caller, {}, self), await create(caller, { amount: 1_000 }, self)];
    const cancelled = await create(caller, { key: caller.tenant.accounts[0]?.pix_key }, self);
    for (const id of [paid, failed, cancelled]) await takeStep(used.stack.deps, id);

    const found = async (status: string) => [status, await idsFor(caller, `status=${status}`)];
    expect(await used.stack.deps.cashouts.get(waiting)).not.toHaveProperty('openAccount');
    expect(
      await Promise.all(['NEW', 'PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED'].map(found)),
    ).toEqual([
      ['NEW', [fresh, waiting]],
      ['PROCESSING', [open]],
      ['SUCCESS', [paid]],
      ['ERROR', [failed]],
      ['CANCELLED', [cancelled]],
      ['REFUNDED', []],
    ]);
    expect(await idsFor(caller)).toEqual([cancelled, failed, paid, open, fresh, waiting]);

    await caller.post('/approve-cashout', { id: waiting });
    expect(await idsFor(caller, 'status=NEW')).toEqual([fresh]);
    expect(await idsFor(caller, 'status=PROCESSING')).toEqual([open, waiting]);
  });

  test('a list of cashouts awaiting approval has only those that the caller may approve', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    const [one] = [await create(caller), await create(second(caller))];
    const checker = await colleague(caller, ['APPROVE']);
    const maker = await colleague(caller, ['CREATE']);

    expect(await idsFor(checker, 'awaiting=approval')).toEqual([one]);
    expect(await idsFor(maker, 'awaiting=approval')).toEqual([]);
    expect(await idsFor(maker, 'status=NEW')).toEqual([one]);
    const named = await maker.get(`/v3/cashouts?awaiting=approval&${new URLSearchParams(caller.source)}`);
    expect(named).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
  });

  test('a page of a list with few matches stops at its read limit, and later pages have the other matches', {
    tags: 'dear',
  }, async () => {
    const caller = await used.newCaller();
    const rare = await create(caller, { tag: 'rare' });
    await putCopies(caller, rare, 4_000, (row) => ({
      status: 'SUCCESS',
      openAccount: undefined,
      dueAt: undefined,
      request: { ...row.request, tag: 'usual' },
    }));
    const { counted, units } = await countedCaller(caller);

    const pages: Page[] = [];
    const reads: number[] = [];
    for (let path: string | undefined = '/v3/cashouts?tag=rare&limit=5'; path; ) {
      units.take();
      const page: Page = (await counted.get(path)).body;
      reads.push(units.take().cashouts?.reads ?? 0);
      pages.push(page);
      path = page.next ? follow(page.next) : undefined;
    }

    expect(pages.flatMap(idsOf)).toEqual([rare]);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...reads)).toBeLessThan(250);
    const back = pages.at(-1)?.previous ?? '';
    expect((await counted.get(follow(back))).body).toMatchObject({ results: [] });
  });

  test('a list filtered by status reads the cashouts in progress at most once every two seconds', async () => {
    const caller = await used.newCaller();
    const first = await create(caller, {}, '/create-cashout-self-approve');
    await putCopies(caller, first, 600, () => ({ status: 'PROCESSING' }));
    const { counted, units } = await countedCaller(caller);
    const ask = async () => {
      units.take();
      const { results } = (await counted.get('/v3/cashouts?status=PROCESSING&limit=3')).body as Page;
      expect(results).toHaveLength(3);
      return units.take().cashouts?.reads ?? 0;
    };

    const [whole, again] = [await ask(), await ask()];
    pass(2);

    expect(whole).toBeGreaterThan(6);
    expect(again).toBe(4);
    expect(await ask()).toBe(whole);
  });
});

test('a caller with more than fifty accounts must name an account', async () => {
  const caller = await used.newCaller({ accounts: 20 });
  const { company_id: companyId, name: holderName, legal_id: holderLegalId } = caller.tenant;
  const id = await create(caller);
  for (let more = 20; more < 51; more++) {
    const account = await openAccount(used.stack.deps, { companyId, holderName, holderLegalId });
    await putPolicy(used.stack, caller.tenant, sourceOfRef(account), true);
  }

  const field = 'source_account_number';
  expect(await caller.get('/v3/cashouts')).toMatchObject({
    status: 422,
    body: { errors: [{ field, message: 'is required for a caller with more than 50 accounts' }] },
  });
  expect(await idsFor(caller, `${new URLSearchParams(caller.source)}`)).toEqual([id]);
});
