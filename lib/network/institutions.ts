// Returns the names of institutions by ISPB, and whether they participate in Pix. The data is the Central Bank's list,
// which `npm run docs -- --institutions latest` refreshes. The list never stops a payment, because the network decides
// who participates.

import { plainName } from '../base/plain-name.ts';
import list from './institutions.json' with { type: 'json' };

/** Maximum age of the list in days. An institution that is missing from an older list may have joined Pix since. */
const freshDays = 45;
const dayMs = 86_400_000;

const read = (lines: readonly string[]) => lines.map((line) => [line.slice(0, 8), line.slice(9)] as const);
const participants = new Map(read(list.participants));
const former = new Map(read(list.former));

/** The day of the list: YYYY-MM-DD. */
export const listedOn = list.day;

/** Returns an institution's name, or undefined if the institution was on no list since August 2026. */
export function institutionName(ispb: string): string | undefined {
  return participants.get(ispb) ?? former.get(ispb);
}

/**
 * Returns whether a payment can be sent to an institution. Returns undefined if the institution is not on the list and
 * the list is too old for a "no".
 */
export function takesPart(ispb: string, now: Date): boolean | undefined {
  if (participants.has(ispb)) return true;
  return now.getTime() - Date.parse(list.day) <= freshDays * dayMs ? false : undefined;
}

/** Returns a name in the form that is searched. The list abbreviates "banco" as "bco". */
const searched = (name: string) => plainName(name).replace(/\bbanco\b/g, 'bco');

/** Returns the ISPB of the only participant with exactly this name, in any case and without accents. */
export function participantNamed(name: string): string | undefined {
  const wanted = searched(name.trim());
  const [found, another] = [...participants].filter(([, one]) => searched(one) === wanted);
  return found && !another ? found[0] : undefined;
}

/**
 * Finds the participants with this text in their names.
 * @returns ISPB and name; one row if the text is an ISPB or a whole name
 */
export function findParticipants(text: string): (readonly [ispb: string, name: string])[] {
  const wanted = searched(text.trim());
  if (!wanted) return [];
  const rows = [...participants];
  const whole = rows.filter(([ispb, name]) => ispb === wanted || searched(name) === wanted);
  return whole.length === 1 ? whole : rows.filter(([, name]) => searched(name).includes(wanted));
}
