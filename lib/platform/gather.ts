// Reads that several callers ask for at the same moment share one call: those of one batch of messages.

type Waiting<Found> = {
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * @param readAll reads rows, each once, in the order asked
 * @param nameOf what two requests for one row have in common
 * @returns a function that reads one row, with all others that are asked for before the event loop goes on
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
      // After everything that is ready to run: callers that have waited for the same answer come together.
      if (asked.size === 0) process.nextTick(read);
      const name = nameOf(key);
      const row = asked.get(name) ?? { key, by: [] };
      row.by.push({ resolve, reject });
      asked.set(name, row);
    });
}
