// Makes names of components.

/** Converts a name of a header to a name of a component: idempotency-key → IdempotencyKey. */
export const pascal = (name: string) =>
  name
    .split(/[-_]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
