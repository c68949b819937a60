// Reads the texts that operators type, at the command line and in the forms of the desk. Each function returns undefined
// for a text that it cannot read.

function numberIn(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** Reads texts that are separated by commas or blanks. A repeated text counts once. */
const listIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** Reads bands of approvals, such as `10000.00=2`, that are separated by blanks or new lines. */
function bandsIn(text: string): { from: string; needed: number }[] | undefined {
  const bands = text.split(/\s+/).filter(Boolean).map(bandIn);
  return bands.includes(undefined) ? undefined : bands.filter((band) => band !== undefined);
}

function bandIn(text: string) {
  const [, from, typed = ''] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  const needed = numberIn(typed);
  return from === undefined || needed === undefined ? undefined : { from, needed };
}

/**
 * Reads what is typed into a field. `expected`: told if a text cannot be read. `isRepeated`: a repeated option adds items;
 * otherwise the last one counts. `rows`: lines of its field at the desk. `hint`: a word of the desk.
 */
export type Reader = {
  read: (text: string) => unknown;
  expected?: string;
  isList?: boolean;
  isRepeated?: boolean;
  rows?: number;
  hint?: 'listHint' | 'bandsHint';
};

export const wholeNumber: Reader = { read: numberIn, expected: 'It must be a whole number.' };
export const textList: Reader = { read: listIn, isList: true, hint: 'listHint' };
export const repeatedList: Reader = { ...textList, isRepeated: true };
export const bandList: Reader = {
  // An empty text is refused here, because it would end the rule.
  read: (text) => (text.trim() === '' ? undefined : bandsIn(text)),
  expected: 'It must be AMOUNT=USERS.',
  isList: true,
  isRepeated: true,
  rows: 3,
  hint: 'bandsHint',
};
export const longText: Reader = { read: (text) => text, rows: 8 };
