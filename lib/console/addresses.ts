// Names the pages that anybody may open, and decides to which address a sign-in or a change of the language leads back.

import { filePattern } from '../page/file-names.ts';

/**
 * The home of each area: the console for companies, and the desk for operators. A person who opens a page of the other
 * area is redirected to the home of its own area.
 */
export const homes = { console: '/console', desk: '/desk' } as const;

/** The pages that anybody may open. Most of them change a session or a cookie. */
export const openPaths = {
  join: '/console/join/:code{[0-9a-f]{64}}',
  signIn: '/console/sign-in',
  begin: '/console/sign-in/begin',
  signedIn: '/console/signed-in',
  signOut: '/console/sign-out',
  language: '/console/language',
  file: `/console/:file{${filePattern}}`,
} as const;
export type OpenPath = (typeof openPaths)[keyof typeof openPaths];

const query = '(\\?[\\w=&.:%+-]*)?';
const ofConsole = '/console(/[\\w-][\\w.-]{0,199}){0,6}';
/** Ids of incidents contain colons. */
const ofDesk = '/desk(/\\w[\\w.:%-]{0,599}){0,3}';
const ours = new RegExp(`^(${ofConsole}|${ofDesk})${query}$`);
const { signIn, signedIn, signOut, language } = openPaths;
const leadsBackNever = new RegExp(`^(${[signIn, signedIn, signOut, language].join('|')})(/|\\?|$)`);

/** Returns the address if it is a page of ours that changes nothing, otherwise the home of the console. */
export const pageOf = (address: string | undefined): string =>
  address && ours.test(address) && !leadsBackNever.test(address) ? address : '/console';

/** The pages that list payments, by the name of their section. */
const lists = { payments: 'payments', waiting: 'waiting', accounts: 'account', batches: 'batch' } as const;

/**
 * Returns the list from which a person came to the page of a payment, with the list's filters.
 * @param referer the page that the browser names, if any
 * @param origin of the console
 */
export function listBefore(referer: string | undefined, origin: string) {
  const from = URL.parse(referer ?? '');
  if (from?.origin !== origin) return undefined;
  const to = from.pathname + from.search;
  const section = from.pathname.split('/')[2] as keyof typeof lists;
  return pageOf(to) === to && Object.hasOwn(lists, section) ? { to, name: lists[section] } : undefined;
}
export type ListBefore = NonNullable<ReturnType<typeof listBefore>>;
