// Processes many items, several items at the same time.

/**
 * Processes all items, with several workers at the same time. Each worker takes the next item after it finishes one. No
 * item is started after `hasTime()` returns false. An error stops all workers, so work that may fail must catch its own
 * errors.
 * @returns the number of items that were not processed
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
