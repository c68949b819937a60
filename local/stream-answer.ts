// What a function's answer says about a batch of a stream, where the mapping has ReportBatchItemFailures.

type Answer = { batchItemFailures?: ({ itemIdentifier?: unknown } | null)[] | null } | null | undefined;

/**
 * @param numbers the sequence numbers of the batch, in order
 * @returns how many of its records, from the first on, are done: those before the lowest number that the answer names,
 * all of them if it names none, and none if it names one that the batch does not have
 */
export function doneOf(numbers: readonly string[], answer: unknown): number {
  const failures = (answer as Answer)?.batchItemFailures ?? [];
  const places = failures.map((failure) => numbers.indexOf(String(failure?.itemIdentifier)));
  return Math.max(0, Math.min(numbers.length, ...places));
}
