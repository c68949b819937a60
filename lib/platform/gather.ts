// Combines reads that several callers request at the same moment into one call. The callers are usually the messages of
// one batch.

type Waiting<Found> = {
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Combines the reads.
 * @param readAll reads rows in the given order; no row is requested twice
 * @param nameOf returns the same name for all requests of one row
 * @returns a function that reads one row, together with all other rows that are requested before the event loop
 * continues
 */
export function gather<Key, Found>(
  readAll: (keys: readonly Key[]) => Promise<(Found | undefined)[]>,
  nameOf: (key: Key) => string | number,
): (key: Key) => Promise<Found | undefined> {
  let asked = new Map<string | number, { key: Key; by: Waiting<Found>[] }>();

  async function read(): Promise<void> {
    const rows = [...asked.values()];
    asked = new Map();
    try {
      const found = await readAll(rows.map(({ key }) => key));
      for (const [index, { by }] of rows.entries()) for (const one of by) one.resolve(found[index]);
    } catch (error) {
      for (const { by } of rows) for (const one of by) one.reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // `nextTick` runs after all ready callbacks, so the reads of callers that waited for the same answer are
      // combined.
      if (asked.size === 0) process.nextTick(read);
      const name = nameOf(key);
      const row = asked.get(name) ?? { key, by: [] };
      row.by.push({ resolve, reject });
      asked.set(name, row);
    });
}
