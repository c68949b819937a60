// What a container remembers of many: bounded, or it would grow with everybody who ever asked.

/** Keeps a value under its key. Of more than `most` keys, those kept longest ago are forgotten. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most: number): void {
  known.delete(key);
  known.set(key, value);
  for (const oldest of known.keys()) {
    if (known.size <= most) return;
    known.delete(oldest);
  }
}
