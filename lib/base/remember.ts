// An in-memory cache with a maximum size: without one it would grow with every client.

/** Keeps a value under its key. Above `most` keys, the oldest are removed. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most: number): void {
  known.delete(key);
  known.set(key, value);
  for (const oldest of known.keys()) {
    if (known.size <= most) return;
    known.delete(oldest);
  }
}
