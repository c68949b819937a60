// Keeps values in the memory of a container between its invocations.

/**
 * Makes a memory.
 * @param most maximum number of values; above it the oldest value is dropped, so that many callers cannot fill the
 * memory
 */
export function makeMemory<Key, Value>(most: number) {
  const kept = new Map<Key, { value: Value; untilMs: number }>();
  return {
    /**
     * Returns the value of a key.
     * @param nowMs if given, a value that has expired by then is not returned
     */
    get(key: Key, nowMs = Number.NEGATIVE_INFINITY): Value | undefined {
      const found = kept.get(key);
      return found && nowMs < found.untilMs ? found.value : undefined;
    },

    forget: (key: Key): void => void kept.delete(key),

    keep(key: Key, value: Value, untilMs = Number.POSITIVE_INFINITY): void {
      kept.delete(key);
      kept.set(key, { value, untilMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return;
        kept.delete(oldest);
      }
    },
  };
}
