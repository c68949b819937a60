// Sorts timers by their time, and equal times by the order in which they were set. It is a binary heap, because a run
// has thousands of timers and needs the first of them at every step.

export type Timer = { at: number; order: number; run: () => void; cancelled?: true };

export function makeTimers() {
  const heap: Timer[] = [];

  const isBefore = (one: Timer, other: Timer) =>
    one.at < other.at || (one.at === other.at && one.order < other.order);

  function swap(one: number, other: number): void {
    [heap[one], heap[other]] = [heap[other] as Timer, heap[one] as Timer];
  }

  function add(timer: Timer): void {
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) return;
      swap(index, parent);
      index = parent;
    }
  }

  function removeFirst(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const lesser = right && left && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1;
      const child = heap[lesser];
      if (!child || !isBefore(child, last)) return;
      swap(index, lesser);
      index = lesser;
    }
  }

  /** Removes and returns the first timer if it is due by then. */
  function take(until: number): Timer | undefined {
    while (heap[0]?.cancelled) removeFirst();
    const first = heap[0];
    if (!first || first.at > until) return undefined;
    removeFirst();
    return first;
  }

  return { add, take };
}
