import { expect, onTestFinished, test } from 'vitest';
import { quietHour, quietSettings } from '../../bench/quiet-hour.ts';
import { readService } from '../../local/read-service.ts';
import { openPspStack } from '../psp/psp-stack.ts';
import { openClient } from '../support/clients.ts';

const production = readService('production');

function scheduledIn({ functions }: typeof production): string[] {
  const scheduled = Object.entries(functions).filter(([, { events = [] }]) =>
    events.some(({ schedule }) => schedule),
  );
  return scheduled.map(([key]) => key);
}

async function openQuiet() {
  const clock = { now: new Date('2027-03-01T12:00:00.000Z') };
  const { stack, psp, books, close } = await openPspStack(() => clock.now, quietSettings);
  onTestFinished(close);
  books.looksUntilReady = 0;
  await books.close(async () => undefined);
  return {
    psp,
    clock,
    run: () => quietHour({ stage: stack, service: production, psp, clock, client: openClient() }),
  };
}

test('the cost estimate runs every scheduled function of a production stage with its real requests', async () => {
  const { psp, run } = await openQuiet();

  const scheduled = await run();

  expect(scheduled.map(({ key }) => key)).toEqual(scheduledIn(production));
  const asked = psp.seen.map(({ path }) => path.split('?')[0]);
  // The first path is a request of pollNetwork, and the second one of reconcilePsp.
  expect(asked).toEqual(expect.arrayContaining(['/v2/pix', '/v2/gn/relatorios/extrato-conciliacao']));
});

test('the synthetic payment is the only function scheduled in staging but not in production', () => {
  const known = scheduledIn(production);

  expect(scheduledIn(readService('staging')).filter((key) => !known.includes(key))).toEqual(['synthetic']);
});

test('a measured run fails if a function logs an error', async () => {
  const { psp, run } = await openQuiet();
  psp.faults.push('503 before');

  await expect(run()).rejects.toThrow('pollNetwork logs an error');
});
