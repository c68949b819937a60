import { expect, test } from 'vitest';
import { makeGate } from '../../local/gate.ts';

test('work waits for the functions that run, and holds back the others until it has ended', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const gate = makeGate(async (key) => {
    order.push(`${key} begins`);
    if (key === 'first') await first.promise;
    order.push(`${key} ends`);
  });

  const running = gate.invoke('first', {});
  await Promise.resolve();
  const held = gate.hold(async () => void order.push('work'));
  const later = gate.invoke('later', {});
  first.resolve();
  await Promise.all([running, held, later]);

  expect(order).toEqual(['first begins', 'first ends', 'work', 'later begins', 'later ends']);
});

test('functions run on after work that has failed', async () => {
  const gate = makeGate(async () => 'done');

  await expect(gate.hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await gate.invoke('any', {})).toBe('done');
});
