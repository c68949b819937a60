import { describe, expect, test } from 'vitest';
import { gather } from '../../lib/platform/gather.ts';

/** Returns a `read` that gathers concurrent reads, and the keys of each database call. */
function reader() {
  const calls: number[][] = [];
  const read = gather(
    async (keys: readonly number[]) => {
      calls.push([...keys]);
      if (keys.includes(13)) throw new Error('away');
      return keys.map((key) => (key === 0 ? undefined : `row ${key}`));
    },
    (key) => key,
  );
  return { calls, read };
}

describe('concurrent reads of rows', () => {
  test('concurrent reads share one database call, and each read gets its own row', async () => {
    const { calls, read } = reader();

    expect(await Promise.all([read(1), read(0), read(2)])).toEqual(['row 1', undefined, 'row 2']);

    expect(calls).toEqual([[1, 0, 2]]);
  });

  test('concurrent reads of the same row request that row once', async () => {
    const { calls, read } = reader();

    expect(await Promise.all([read(1), read(1)])).toEqual(['row 1', 'row 1']);

    expect(calls).toEqual([[1]]);
  });

  test('reads made after the answer of a shared call share the next call', async () => {
    const { calls, read } = reader();
    const twice = async (key: number) => read(key + 10 * Number((await read(key)) !== undefined));

    await Promise.all([twice(1), twice(2)]);

    expect(calls).toEqual([
      [1, 2],
      [11, 12],
    ]);
  });

  test('concurrent reads fail together, and the next reads make a new call', async () => {
    const { calls, read } = reader();

    const results = await Promise.allSettled([read(13), read(1)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    expect(await read(1)).toBe('row 1');
    expect(calls).toEqual([[13, 1], [1]]);
  });
});
