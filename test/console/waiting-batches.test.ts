// The number of batches that await a person's approval, on the page of the approval queue.

import { expect, test } from 'vitest';
import { approvalSeconds } from '../../lib/batch/batch.ts';
import { countWaitingBatches } from '../../lib/batch/count-waiting.ts';
import { setRules } from '../support/rules.ts';
import { useBatchDesks } from './batch-desk.ts';

const { its, openDesk, visit, sent, waiting, approve, send, create, run, rowOf } = useBatchDesks();
const both = ['CREATE', 'APPROVE'];
type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Returns what the page says about batches. */
async function saidTo(desk: Pick<Desk, 'browser'>, address = '/console/waiting', language = 'en') {
  const { text } = await desk.browser.visit(address, { 'accept-language': language });
  return /<a href="\/console\/batches">([^<]*(?:batch|lote|Batch|Lote)[^<]* [^<]*)<\/a>/.exec(text)?.[1];
}

test('the approval queue shows how many batches await the person’s approval', async () => {
  const desk = await openDesk();
  expect(await saidTo(desk)).toBe('No batch awaits your approval');
  await waiting(desk);
  expect(await saidTo(desk)).toBe('1 batch awaits your approval');
  await waiting(desk, 2);
  expect(await saidTo(desk)).toBe('2 batches await your approval');
  expect(await saidTo(desk, '/console/waiting', 'pt-BR')).toBe('2 lotes aguardam sua aprovação');
});

test('the approval queue shows the number of batches together with waiting payments', async () => {
  const desk = await openDesk();
  await create(desk);
  await waiting(desk);
  const { text } = await visit(desk, '/console/waiting');
  expect(text).toContain('1 payment,');
  expect(text).toContain('1 batch awaits your approval');
});

test('an approved or stopped batch is no longer counted', async () => {
  const desk = await openDesk();
  const [first, second] = [await waiting(desk), await waiting(desk, 2)];
  await approve(desk, first);
  expect(await saidTo(desk)).toBe('1 batch awaits your approval');
  await send(desk, `batches/${second}/stop`, { reason: 'wrong month' });
  expect(await saidTo(desk)).toBe('No batch awaits your approval');
});

test('a batch that the person has already approved is not counted for that person', async () => {
  const desk = await openDesk();
  await setRules(its.used.stack, desk.company, { approvals: { bands: [{ from: '0.01', needed: 2 }] } });
  const id = await waiting(desk);
  expect(await saidTo(desk)).toBe('1 batch awaits your approval');
  await approve(desk, id);
  expect((await its.used.stack.deps.batches.get(id))?.status).toBe('AWAITING_APPROVAL');
  expect(await saidTo(desk)).toBe('No batch awaits your approval');
});

test('a paused batch is counted while its approvals are not enough', async () => {
  const desk = await openDesk();
  const id = await waiting(desk);
  await approve(desk, id);
  const setBands = (bands: object[]) => setRules(its.used.stack, desk.company, { approvals: { bands } });
  await setBands([{ from: '0.01', needed: 2 }]);
  await run(id);
  expect(await rowOf(id)).toMatchObject({ status: 'PAUSED', paused: { reason: 'approvals' } });
  expect(await saidTo(desk)).toBe('No batch awaits your approval');

  const { browser } = await its.openSignedIn(desk.company);
  expect(await saidTo({ browser })).toBe('1 batch awaits your approval');
  await setBands([]);
  expect(await saidTo({ browser })).toBe('No batch awaits your approval');
});

test('a batch that its creator may not approve is counted only for a colleague', async () => {
  const desk = await openDesk(both);
  await setRules(its.used.stack, desk.company, { 'own-approval': { up_to: '0.00' } });
  await sent(desk);
  expect(await saidTo(desk)).toBe('No batch awaits your approval');
  const { browser } = await its.openSignedIn(desk.company);
  expect(await saidTo({ browser })).toBe('1 batch awaits your approval');
});

test('a batch is not counted for people without the right to approve, or of another company', async () => {
  const desk = await openDesk();
  await waiting(desk);
  const { browser } = await its.openSignedIn(desk.company, ['CREATE']);
  expect(await saidTo({ browser })).toBe('No batch awaits your approval');
  expect(await saidTo(await openDesk())).toBe('No batch awaits your approval');
});

test('an expired batch is not counted', async () => {
  const desk = await openDesk();
  await waiting(desk);
  const caller = {
    clientId: '',
    companyId: desk.company.tenant.company_id,
    userId: String(desk.opened.user_id),
  };
  const after = (seconds: number) =>
    countWaitingBatches(
      its.used.stack.with({ now: () => new Date(its.clock.now.getTime() + seconds * 1_000) }),
      { ...caller, audience: 'console' },
    );
  expect(await after(approvalSeconds - 60)).toEqual({ count: 1, isWhole: true });
  expect(await after(approvalSeconds)).toEqual({ count: 0, isWhole: true });
});

test('the approval queue of one account counts the batches of that account', async () => {
  const desk = await openDesk();
  await waiting(desk);
  const [branch, number] = desk.at.split('/');
  const of = `/console/waiting?source_account_branch_identifier=${branch}&source_account_number=${number}`;
  expect(await saidTo(desk, of)).toBe('1 batch awaits your approval');
});

test('the list of waiting batches is marked as incomplete if there are more batches than it reads', async () => {
  const desk = await openDesk();
  await waiting(desk);
  await waiting(desk, 2);
  const { batches } = its.used.stack.deps;
  const ref = { branch: desk.at.split('/')[0] ?? '', number: desk.at.split('/')[1] ?? '' };
  expect(await batches.listSince([ref], '', 2)).toMatchObject({ isWhole: true, rows: [{}, {}] });
  const { rows, isWhole } = await batches.listSince([ref], '', 1);
  expect(isWhole).toBe(false);
  expect(rows.map(({ lineCount }) => lineCount)).toEqual([2]);
});
