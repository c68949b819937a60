// Works on many items, some at a time.

/**
 * Each worker takes the next item when it is done with one, while `hasTime()`. An error ends the whole, so work that
 * may fail catches its own.
 * @returns how many items were left
 */
export async function atOnce<Item>(
  workers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  hasTime = () => true,
): Promise<number> {
  let next = 0;
  const workOn = async () => {
    while (next < items.length && hasTime()) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, workOn));
  return items.length - next;
}
