// Describes answers that are text.

export const textsOf = (types: readonly string[] = []) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const } }]));
