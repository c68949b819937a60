import { expect, test } from 'vitest';
import { linesTo, useBatches } from '../batch/scene.ts';

const its = useBatches();

test('batches of an account are listed newest first, in pages, without batches of other accounts', async () => {
  const [caller, other] = [await its.open(), await its.open()];
  const ids: string[] = [];
  for (let amount = 1; amount <= 5; amount++) {
    its.wait(1);
    ids.unshift((await its.create(caller, linesTo(1, amount))).body.id);
  }
  await its.create(other, linesTo(1));

  const found: string[][] = [];
  const first = `/v3/batches?${new URLSearchParams({ ...caller.source, limit: '2' })}`;
  for (let next: string | null = first; next; ) {
    const { body } = await caller.get(next.replace(/^https?:\/\/[^/]+/, ''));
    found.push(body.results.map(({ id }: { id: string }) => id));
    next = body.next;
  }

  expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});
