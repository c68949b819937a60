import { expect, test } from 'vitest';
import { sendInProcess } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ now: () => new Date('2031-06-10T12:00:30.000Z') });

test('the list of exports is sorted newest first, without expired exports', async () => {
  const [caller, other] = [await used.newCaller(), await used.newCaller()];
  const pathOf = ({ source }: typeof caller) =>
    `/v3/account-statements/${source.source_account_branch_identifier}/${source.source_account_number}/exports`;
  const ask = (month: string, at: string, by = caller) =>
    sendInProcess(
      used.stack,
      used.stack.with({ now: () => new Date(at) }),
    )({
      method: 'POST',
      path: pathOf(by),
      headers: { authorization: `Bearer ${by.token}` },
      body: JSON.stringify({ month, format: 'csv' }),
    });
  const { exports } = used.stack.deps;
  await ask('2031-03', '2031-06-10T12:00:30Z');
  await ask('2031-01', '2031-06-10T12:10:30Z');
  await ask('2031-02', '2031-06-10T12:05:30Z', other);
  const account = {
    branch: other.source.source_account_branch_identifier,
    number: other.source.source_account_number,
  };
  const [over] = await exports.list(account);
  if (over)
    await exports.insertOrGet({ ...over, id: 'f'.repeat(32), expiresAt: 1_938_000_000 }, '2031-06-10');

  const months = async (by: typeof caller) =>
    (await by.get(pathOf(by))).body.results.map(({ month }: { month: string }) => month);
  expect(await months(caller)).toEqual(['2031-01', '2031-03']);
  expect(await months(other)).toEqual(['2031-02']);
  expect((await other.get(`${pathOf(other)}/${'f'.repeat(32)}`)).status).toBe(404);
});
