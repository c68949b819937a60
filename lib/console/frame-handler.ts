// Defines what the applications of the console share: the sign-in check, the language, the headers, and the pages for
// errors.

import { type Context as AnyContext, type Handler, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { PersonAudience } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { Refusal } from '../base/errors.ts';
import { acceptedLanguage } from '../http/accept.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { countRequests } from '../http/limit-client.ts';
import { codeOf, isUnseen } from '../http/render-errors.ts';
import { filesOf, pageHeaders } from '../page/files-store.ts';
import { type Language, languages } from '../page/formats.ts';
import { sandboxSettingsOf } from '../platform/sandbox-settings.ts';
import { findSession, type SignedIn, type Use } from '../sign-in/sign-in.ts';
import { homes, type OpenPath } from './addresses.ts';
import type { FrameDeps } from './deps.ts';
import { busyPage, notFoundPage, provePage, refusedFormPage } from './message-pages.ts';
import { drawPage, type Page, type View, viewOf } from './shell.ts';

/** `event`: API Gateway's event, for the log and the request limit. */
type Env = { Bindings: { event: ApiEvent } };
export type Context = AnyContext<Env>;
/** An application. Only its frame can add pages and acts to it, so no act can skip the checks of the frame. */
export type App = Pick<Hono<Env>, 'fetch'>;

/**
 * Names of the cookies. The prefix `__Host-` binds a cookie to this host and to https. The name of a sign-in's cookie
 * goes on with the sign-in's state.
 */
export const [sessionCookie, signInCookie, languageCookie, keysCookie] = [
  '__Host-session',
  '__Host-sign-in',
  '__Host-language',
  '__Host-keys',
];
/** Our script sets this cookie for a moment (page.js). */
const unaskedCookie = '__Host-unasked';
const [formType, fileType] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

export const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

/** Returns the language that the person has chosen, or otherwise the browser's language. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  return languages.find((one) => one === chosen) ?? acceptedLanguage(accepted, languages);
}

const roomOf = ({ session }: SignedIn): PersonAudience => session.audience ?? 'console';

/** Makes a page, or an answer that is not a page. */
type Load = (signedIn: SignedIn, view: View, context: Context) => Promise<Page | Response>;

/** Returns the brand of the stage. `name` is empty if the stage has none. */
export const brandOf = ({ config }: Pick<FrameDeps, 'config'>): View['brand'] => ({
  name: config.BRAND_NAME,
  files: filesOf(config),
});

export type Frame = ReturnType<typeof makeFrame>;

/** The part of a path that names an account. */
export const accountPath = ':branch{[0-9]{4}}/:number{[0-9]{1,20}}';
export function accountIn({ req }: Context): AccountRef {
  const { branch = '', number = '' } = req.param();
  return { branch, number };
}

export const formOf = async ({ req }: Context) => new URLSearchParams(await req.text());

/** Returns whether a page is about the signed-in person. Such pages exist in both areas. */
const isAboutPerson = (path: string) => /^\/console\/(me|passkeys|sessions|companies|prove)(\/|$)/.test(path);

/**
 * Makes the application and its helpers.
 * @param fileTo the only path that accepts a form with a file
 */
export function makeFrame(
  deps: FrameDeps,
  { fileTo, room = 'console' }: { fileTo?: string; room?: PersonAudience } = {},
) {
  const app = new Hono<Env>();
  const hasSandbox = sandboxSettingsOf(deps.config) !== undefined;
  const headers = () => pageHeaders(filesOf(deps.config), deps.config.CONSOLE_URL ?? '');

  const viewFor = (context: Context, signedIn?: SignedIn): View => {
    const { pathname, search } = new URL(context.req.url);
    const language = languageOf(getCookie(context, languageCookie), context.req.header('accept-language'));
    const person = signedIn && {
      name: signedIn.caller.userName ?? '',
      company: signedIn.companyName,
      hasChoice: signedIn.session.clientIds.length > 1,
      room: roomOf(signedIn),
    };
    // The answer to a form has no address to come back to, so the home is used.
    const here = context.req.method === 'POST' ? homes[room] : pathname + search;
    const keys = getCookie(context, keysCookie) === 'off' ? 'off' : 'on';
    return {
      ...viewOf(brandOf(deps), language, { path: pathname, here, now: deps.now() }, person),
      keys,
      hasSandbox,
    };
  };
  const show = (context: Context, view: View, page: Page, given: 200 | 403 | 404 | 429 = 200) => {
    const status = page.status ?? given;
    const { requestId } = context.env.event.requestContext;
    return context.html(drawPage(view, page, status === 200 ? undefined : requestId), status, headers());
  };
  const lead = (context: Context, to: string) => context.body(null, 303, { ...headers(), location: to });
  /** Answers with a file that the browser saves under this name. */
  const save = (context: Context, name: string, type: string, content: string | Uint8Array<ArrayBuffer>) =>
    context.body(content, 200, {
      ...headers(),
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    });
  const sessionOf = (context: Context, use?: Use) =>
    findSession(deps, getCookie(context, sessionCookie), use);

  /**
   * Makes the handler of a page for signed-in people.
   * @param requests how many requests of the person a call counts as
   */
  const answer =
    (load: Load, given: Use, requests = 1) =>
    async (context: Context) => {
      // Our script sets this cookie when it reloads a page without an action of the person.
      const use = given === 'look' && getCookie(context, unaskedCookie) ? 'unasked' : given;
      const signedIn = await sessionOf(context, use);
      const view = viewFor(context, signedIn);
      if (!signedIn) return lead(context, `/console/sign-in?to=${encodeURIComponent(view.here)}`);
      const own = roomOf(signedIn);
      if (own !== room && !isAboutPerson(context.req.path)) return lead(context, homes[own]);
      const { event } = context.env;
      event.caller = signedIn.caller;
      await countRequests(deps, event, requests);
      const made = await load(signedIn, view, context);
      return made instanceof Response ? made : show(context, view, made);
    };

  /** Whoever came by an invitation acts only after a first valid code, because the link alone may be stolen. */
  const proved =
    (load: Load): Load =>
    async (signedIn, view, context) =>
      signedIn.isUnproved ? provePage(view) : load(signedIn, view, context);

  // Only forms of our own pages are accepted. A browser sends the origin of the page that contains the form. A request
  // without an origin comes from another program or from an old browser, and is refused.
  const { origin } = new URL(deps.config.CONSOLE_URL || 'http://localhost');
  app.post('*', async (context, next) => {
    const { req } = context;
    const isOurs =
      req.header('origin') === origin && (req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
    const type = req.header('content-type')?.split(';')[0]?.trim();
    if (isOurs && type === (req.path === fileTo ? fileType : formType)) return next();
    const view = viewFor(context);
    return show(context, view, refusedFormPage(view), 403);
  });

  // The pages of errors keep the navigation of a signed-in person. That person has not asked for them.
  const viewOfError = async (context: Context) =>
    viewFor(context, await sessionOf(context, 'unasked').catch(() => undefined));
  app.notFound(async (context) => {
    const view = await viewOfError(context);
    return show(context, view, notFoundPage(view), 404);
  });
  app.onError(async (error, context) => {
    const view = await viewOfError(context);
    if (isUnseen(codeOf(error))) delete context.env.event.subject;
    if (error instanceof Refusal && error.code.endsWith('_not_found'))
      return show(context, view, notFoundPage(view), 404);
    if (error instanceof Refusal && error.code === 'too_many_requests')
      return show(context, view, busyPage(view), 429);
    throw error;
  });

  return {
    app,
    viewFor,
    show,
    lead,
    save,
    sessionOf,
    /** Adds a page that anybody may open. It changes nothing except a session and a cookie. */
    open: <Path extends OpenPath>(path: Path, load: Handler<Env, Path>) => void app.get(path, load),
    /** Adds a page. A page of the desk may show every company, so an invited operator must prove to be the one first. */
    page: (path: string, load: Load, requests?: number) =>
      void app.get(path, answer(room === 'desk' ? proved(load) : load, 'look', requests)),
    /**
     * Adds a page that our script requests without an action of the person. Such requests do not extend the session,
     * because the person may be away.
     */
    unasked: (path: string, load: Load, requests?: number) =>
      void app.get(path, answer(load, 'unasked', requests)),
    act: (path: string, load: Load) => void app.post(path, answer(proved(load), 'act')),
    /** Adds the form with which an invited person proves to be the one. It decides nothing else. */
    ownAct: (path: string, load: Load) => void app.post(path, answer(load, 'act')),
  };
}
