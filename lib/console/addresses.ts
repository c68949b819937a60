// Names the pages that anybody may open, and decides to which address a sign-in or a change of the language leads back.

/** The pages that anybody may open. Most of them change a session or a cookie. */
export const openPaths = {
  join: '/console/join/:code{[0-9a-f]{64}}',
  signIn: '/console/sign-in',
  begin: '/console/sign-in/begin',
  signedIn: '/console/signed-in',
  signOut: '/console/sign-out',
  language: '/console/language',
  file: '/console/:file{page-[0-9a-f]{16}\\.(css|js|svg)}',
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
