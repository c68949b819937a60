// A function's answer about a batch of a stream, if the mapping has ReportBatchItemFailures.

type Answer = { batchItemFailures?: ({ itemIdentifier?: unknown } | null)[] | null } | null | undefined;

/**
 * @param numbers sequence numbers of the batch, in order
 * @returns how many records, from the first on, are done: those before the lowest number in the answer, all if it names
 * none, none if it names a number that is not in the batch
 */
export function doneOf(numbers: readonly string[], answer: unknown): number {
  const failures = (answer as Answer)?.batchItemFailures ?? [];
  const places = failures.map((failure) => numbers.indexOf(String(failure?.itemIdentifier)));
  return Math.max(0, Math.min(numbers.length, ...places));
}
