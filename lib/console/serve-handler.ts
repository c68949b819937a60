// Passes API Gateway's event to the application of the console, and returns its answer.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorBody, type RefusalCode, refuse } from '../base/errors.ts';
import { acceptsGzip } from '../http/accept.ts';
import { pagesHandler } from '../http/api.ts';
import type { ApiEvent, Reply } from '../http/api-event.ts';
import { aboutRequest } from '../http/log-request.ts';
import { bodyBytes } from '../http/read-request.ts';
import { codeOf } from '../http/render-errors.ts';
import { pageHeaders } from '../page/files-store.ts';
import type { FrameDeps } from './deps.ts';
import { type App, brandOf, languageOf } from './frame-handler.ts';
import { failedPage, wrongPage } from './message-pages.ts';
import { drawPage, viewOf } from './shell.ts';

const zip = promisify(gzip);
/** Answers with fewer bytes are not compressed, because they would not become smaller. */
const zipBytesMin = 1_000;

/** The only path that accepts a form with a file, and the maximum size of that form. */
type Upload = { path: string; bytesMost: number };

export const serveConsole = (deps: FrameDeps, app: App, upload?: Upload) =>
  pagesHandler(deps, async (event) => {
    // A stage without a console answers as if the path did not exist.
    const { CONSOLE_URL } = deps.config;
    if (!CONSOLE_URL) return refuse('route_not_found');
    const { origin } = new URL(CONSOLE_URL);
    try {
      return await replyOf(await app.fetch(requestOf(event, origin, upload), { event }), event);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'internal' || code === 'unavailable')
        deps.log.error('request failed', { ...aboutRequest(event), route: event.routeKey, code }, error);
      return failed(deps, event, code);
    }
  });

/** The only headers that are passed to the pages. */
const readHeaders = ['accept-language', 'content-type', 'origin', 'referer', 'sec-fetch-site'];
/** Returns whether a text can be the value of a header. */
const isLatin = (value: string | undefined) => value !== undefined && /^[\x20-\xff]*$/.test(value);

/**
 * Converts the event to a request. API Gateway has decoded the path, so it is encoded again. Otherwise a `?` in the
 * path would start a query.
 */
function requestOf(event: ApiEvent, origin: string, upload: Upload | undefined): Request {
  const { rawPath, rawQueryString, headers, cookies = [], requestContext } = event;
  const path = rawPath
    .toWellFormed()
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/(?<=.)\/$/, '');
  const given = new Headers();
  for (const name of readHeaders) if (isLatin(headers[name])) given.set(name, headers[name] ?? '');
  if (cookies.length > 0) given.set('cookie', cookies.filter(isLatin).join('; '));
  const url = `${origin}${path}${rawQueryString ? `?${rawQueryString}` : ''}`;
  const { method } = requestContext.http;
  const most = upload?.path === rawPath ? upload.bytesMost : undefined;
  const body = method === 'POST' ? { body: new Uint8Array(bodyBytes(event, most)) } : {};
  return new Request(url, { method, headers: given, ...body });
}

/** Converts the answer, and compresses it, because an HTTP API does not compress answers. */
async function replyOf(response: Response, { headers }: ApiEvent): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const cookies = response.headers.getSetCookie();
  const named = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'));
  const reply = { status: response.status, headers: named, ...(cookies.length > 0 ? { cookies } : {}) };
  // These are compressed already, and API Gateway takes bytes only in base64.
  if (/^(font|application\/vnd)\b/.test(named['content-type'] ?? ''))
    return { ...reply, base64: bytes.toString('base64') };
  const isZipped = acceptsGzip(headers['accept-encoding']) && bytes.length >= zipBytesMin;
  if (!isZipped) return { ...reply, text: bytes.toString('utf8') };
  const base64 = (await zip(bytes)).toString('base64');
  return { ...reply, headers: { ...named, 'content-encoding': 'gzip' }, base64 };
}

/** Draws the page for a refusal or an error that the requested page did not handle. */
function failed(deps: FrameDeps, event: ApiEvent, code: RefusalCode): Reply {
  const { config, now } = deps;
  const { headers, rawPath, requestContext } = event;
  const language = languageOf(undefined, headers['accept-language']);
  const view = viewOf(brandOf(deps), language, { path: rawPath, here: rawPath, now: now() });
  const ofPages = pageHeaders(view.brand.files, config.CONSOLE_URL ?? '');
  const { status } = errorBody(code);
  const page = code === 'internal' ? failedPage(view) : wrongPage(view, status);
  const text = drawPage(view, page, requestContext.requestId);
  return { status, text, headers: { ...ofPages, 'content-type': 'text/html; charset=UTF-8' } };
}
