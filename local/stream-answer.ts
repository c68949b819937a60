// Reads a function's answer about a batch of a stream, if the mapping sets ReportBatchItemFailures.

type Answer = { batchItemFailures?: ({ itemIdentifier?: unknown } | null)[] | null } | null | undefined;

/**
 * Counts the records of a batch that are done.
 * @param numbers the sequence numbers of the batch, in order
 * @returns how many records, from the first on, are done. These are the records before the lowest number in the answer.
 * If the answer names no number, all are done; if it names a number that is not in the batch, none is.
 */
export function doneOf(numbers: readonly string[], answer: unknown): number {
  const failures = (answer as Answer)?.batchItemFailures ?? [];
  const places = failures.map((failure) => numbers.indexOf(String(failure?.itemIdentifier)));
  return Math.max(0, Math.min(numbers.length, ...places));
}
