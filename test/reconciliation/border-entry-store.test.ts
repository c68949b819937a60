import { expect, test } from 'vitest';
import { makeRuntime } from '../../lib/app/runtime.ts';
import { makeBorderEntries } from '../../lib/reconciliation/border-entry-store.ts';
import { openClient } from '../support/clients.ts';
import { fillStatement } from '../support/filled-statement.ts';
import { balanceOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('the entries of a day are exactly those with a time in that day, even if several entries were posted together', async () => {
  const { tenant } = await used.newCaller({ accounts: 2 });
  const [account, other] = [await balanceOf(used.stack, tenant), await balanceOf(used.stack, tenant, 1)];
  // These are the first and the last time of a day in São Paulo, and a millisecond before and after it.
  const [from, to] = ['2031-03-01T03:00:00.000Z', '2031-03-02T02:59:59.999Z'];
  const at = (time: string, more = 0) => new Date(Date.parse(time) + more);
  await fillStatement(used.stack, account, [
    [at(from, -1), 3],
    [at(from), 2],
    [at(from, 1), 20],
    [at(to), 16],
    [at(to, 1), 5],
  ]);
  await fillStatement(used.stack, other, [[at(from), 17]]);
  const { db } = makeRuntime(used.stack.config, { client: openClient() });

  const found = await makeBorderEntries(db).list({ from, to });

  const numbersOf = ({ branch, number }: typeof account) =>
    found
      .filter((entry) => entry.account === `${branch}#${number}`)
      .map(({ seq }) => seq)
      .sort((one, two) => one - two);
  expect(numbersOf(account)).toEqual(Array.from({ length: 38 }, (_, index) => 5 + index));
  expect(numbersOf(other)).toEqual(Array.from({ length: 17 }, (_, index) => 2 + index));
  expect(found).toHaveLength(55);
  const statement = await used.stack.deps.statement.listAfter(account, { at: '', id: 4 }, 38);
  expect(found).toEqual(
    expect.arrayContaining(
      statement
        .slice(4, 42)
        .map(({ seq, time, amountCents, identification, transactionId }) =>
          expect.objectContaining({ seq, time, amountCents, identification, transactionId }),
        ),
    ),
  );
});
