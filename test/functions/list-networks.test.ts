import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openOperator } from '../support/admin.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('an operator sees how many payments are in progress at each network, and since when', async () => {
  const [caller, other] = [await used.newCaller(), await used.newCaller()];
  const { deps } = used.stack;
  const start = async (amount: number, payoutsAt: string, by = caller) => {
    const body = { ...by.source, amount, key: 'unknown@sandbox.pix' };
    const { id } = (await by.post('/create-cashout-self-approve', body)).body;
    await takeStep({ ...deps, network: { ...deps.network, payoutsAt } }, id);
    return (await deps.cashouts.get(id))?.reservedAt;
  };
  const oldest = await start(30, 'efi-1');
  await start(12.5, 'efi-1', other);
  const sandboxed = await start(7, 'sandbox');
  const ana = openOperator(used.stack);
  const { networks } = await ana.networks();
  expect(networks).toEqual([
    {
      network: 'sandbox',
      settings: 'new payouts, new refunds',
      in_progress: 1,
      sum: '7.00',
      oldest: sandboxed,
    },
    { network: 'efi-1', settings: 'none', in_progress: 2, sum: '42.50', oldest },
  ]);
  const { entries } = await ana.ask('audit show', { subject: { kind: 'service', id: 'networks' } });
  expect(entries[0]).toMatchObject({ action: 'network list', state: 'done' });
});
