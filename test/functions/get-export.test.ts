import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { until } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('a requested export is made through the queue, and its link downloads the file without a token', async () => {
  used.stack.startTriggers({ streams: false });
  const caller = await used.newCaller();
  const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
  const path = `/v3/account-statements/${branch}/${number}/exports`;
  const { body } = await caller.post(path, { month: '2026-10', format: 'ofx' });

  const made = await until(
    () => caller.get(`${path}/${body.id}`),
    (answer) => answer.body.status === 'SUCCESS',
  );
  const file = await fetch(made.body.link);
  const content = Buffer.from(await file.arrayBuffer());

  expect(createHash('sha256').update(content).digest('hex')).toBe(made.body.sha256);
  expect(content.toString()).toContain('OFXHEADER:100');
  const { searchParams } = new URL(made.body.link);
  expect(searchParams.get('X-Amz-Expires')).toBe('300');
  // S3 returns this header, but the embedded S3 does not.
  expect(searchParams.get('response-content-disposition')).toBe(
    `attachment; filename="statement-${branch}-${number}-2026-10.ofx"`,
  );
});

test('an export of another company is not found', async () => {
  const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
  const pathOf = ({ source }: typeof caller) =>
    `/v3/account-statements/${source.source_account_branch_identifier}/${source.source_account_number}/exports`;
  const { body } = await caller.post(pathOf(caller), { month: '2026-10', format: 'csv' });

  const direct = await stranger.get(`${pathOf(caller)}/${body.id}`);
  expect([direct.status, direct.body.message]).toEqual([400, 'Account not found']);
  const elsewhere = await stranger.get(`${pathOf(stranger)}/${body.id}`);
  expect([elsewhere.status, elsewhere.body.message]).toEqual([404, 'Export not found']);
});
