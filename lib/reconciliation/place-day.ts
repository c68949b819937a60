// Names one day of our account at one PSP, and the lines of its differences.

/** `place`: name of our account at the PSP. `day`: in São Paulo, YYYY-MM-DD. */
export type PlaceDay = { place: string; day: string };

/** Returns the prefix of the lines that are differences from the books of this account at a PSP. */
export const differencesAt = (place: string): string => `difference#${place}#`;
