// Prepares names for comparisons, as people search for them.

/** Returns a name in lower case and without accents, for comparisons. */
export const plainName = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
