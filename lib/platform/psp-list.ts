// Reads the list of PSPs of a stage: one line for each account of ours at a PSP. Rows of cashouts, refunds and received
// payments store the name of a line, so a name always means the same account.

import { type PspKind, pspTraits } from './psp-names.ts';

/**
 * An account of ours at a PSP. `url`: the address of the PSP's API, in normal form and without a trailing slash. `key`:
 * our PIX key there. `pace`: how many requests about payments and refunds the PSP gets.
 */
export type PspEntry = { name: string; psp: PspKind; url: string; key: string; pace: Pace };

/** The most requests in a second, and the most that wait for an answer at once. Absent: no limit. */
export type Pace = { perSecond?: number; atOnce?: number };

/**
 * Reads the list, with one `name psp address key` in each line, and after that `perSecond=N` or `atOnce=N`.
 * @returns the list, or the fault of its first wrong line
 */
export function parsePsps(text: string): readonly PspEntry[] | string {
  const entries: PspEntry[] = [];
  for (const line of text.split(/[\n;]/).map((one) => one.trim())) {
    if (line === '') continue;
    const entry = entryIn(line);
    if (typeof entry === 'string') return `${entry}: ${line}`;
    if (entries.some(({ name }) => name === entry.name)) return `two lines have the name ${entry.name}`;
    const twin = entries.find(({ url, key }) => url === entry.url && key === entry.key);
    if (twin) return `${twin.name} and ${entry.name} are the same account`;
    entries.push(entry);
  }
  return entries;
}

function entryIn(line: string): PspEntry | string {
  const [name = '', psp = '', address = '', key = '', ...more] = line.split(/\s+/);
  if (key === '') return 'a line is: name, PSP, address, our PIX key there';
  const pace = paceIn(more);
  if (!pace) return 'after the key may be perSecond=N and atOnce=N';
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === 'sandbox')
    return 'a name has lower-case letters, digits and hyphens, and is not sandbox';
  if (!Object.hasOwn(pspTraits, psp)) return `the PSPs are ${Object.keys(pspTraits).join(', ')}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username)
    return 'an address begins with https:// and has no query';
  // The parser writes the host in lower case and leaves out the usual port.
  return { name, psp: psp as PspKind, url: url.href.replace(/\/+$/, ''), key: normalKey(key), pace };
}

function paceIn(words: readonly string[]): Pace | undefined {
  const pace: Pace = {};
  for (const word of words) {
    const [, name, number] = /^(perSecond|atOnce)=([1-9]\d{0,3})$/.exec(word) ?? [];
    if (!name || name in pace) return undefined;
    pace[name as keyof Pace] = Number(number);
  }
  return pace;
}

/** Returns a key in the form of the directory: letters of e-mail addresses and random keys are in lower case. */
const normalKey = (key: string) => (/[@-]/.test(key) ? key.toLowerCase() : key);

/** Returns an account by its name. */
export const pspNamed = (psps: readonly PspEntry[], name: string): PspEntry | undefined =>
  psps.find((one) => one.name === name);
