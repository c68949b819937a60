// What a container remembers between its calls.

/** @param most above so many values the oldest is forgotten, so that no number of callers fills the container */
export function makeMemory<Key, Value>(most: number) {
  const kept = new Map<Key, { value: Value; untilMs: number }>();
  return {
    /** @param nowMs a value whose time is over is not given. Without it, any value is */
    get(key: Key, nowMs = Number.NEGATIVE_INFINITY): Value | undefined {
      const found = kept.get(key);
      return found && nowMs < found.untilMs ? found.value : undefined;
    },

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
