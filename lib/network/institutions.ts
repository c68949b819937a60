// Names of institutions by ISPB, and whether they participate in Pix: from the Central Bank's list, refreshed by `npm
// run docs -- --institutions latest`. The list never stops a payment, because the network decides who participates.

import list from './institutions.json' with { type: 'json' };

/** After this number of days, an institution that is not on the list may have joined. */
const freshDays = 45;
const dayMs = 86_400_000;

const read = (lines: readonly string[]) => lines.map((line) => [line.slice(0, 8), line.slice(9)] as const);
const participants = new Map(read(list.participants));
const former = new Map(read(list.former));

/** The day of the list: YYYY-MM-DD. */
export const listedOn = list.day;

/** Undefined for an institution that was on no list since August 2026. */
export function institutionName(ispb: string): string | undefined {
  return participants.get(ispb) ?? former.get(ispb);
}

/** Whether a payment can be sent there; undefined if it is not on the list and the list is too old for a "no". */
export function takesPart(ispb: string, now: Date): boolean | undefined {
  if (participants.has(ispb)) return true;
  return now.getTime() - Date.parse(list.day) <= freshDays * dayMs ? false : undefined;
}
