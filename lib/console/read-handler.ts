// Combines the pages of the console that only show something. Each page checks the session. The operations check the
// person's permissions, as for the API.

import { setCookie } from 'hono/cookie';
import { currentFile, filesOf } from '../page/files-store.ts';
import { addAccounts } from './accounts-handler.ts';
import { openPaths, pageOf } from './addresses.ts';
import type { ReadDeps } from './deps.ts';
import { type App, cookie, type Frame, languageCookie, languageOf, makeFrame } from './frame-handler.ts';
import { addMePages } from './me-handler.ts';
import { addMed } from './med-handler.ts';
import { addNewForm } from './new-handler.ts';
import { addPayments } from './payments-handler.ts';
import { addWaiting } from './waiting-handler.ts';

const yearSeconds = 31_536_000;

export function consoleApp(deps: ReadDeps): App {
  const frame = makeFrame(deps);
  addPayments(frame, deps);
  addWaiting(frame, deps);
  addAccounts(frame, deps);
  addNewForm(frame, deps);
  addMed(frame, deps);
  addMePages(frame, deps);
  addOpen(frame, deps);
  return frame.app;
}

/** Adds what anybody may request: the files of the pages, and the choice of a language. */
function addOpen({ open, lead }: Frame, deps: ReadDeps): void {
  // A page of an earlier version may request that version's files. It gets the current files, which the browser must
  // not keep under the earlier address.
  open(openPaths.file, (context) => {
    const asked = context.req.param('file') ?? '';
    const { name, type, bytes } = currentFile(filesOf(deps.config), asked);
    const keep = asked === name ? 'public, max-age=31536000, immutable' : 'no-cache';
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'cache-control': keep,
      'x-content-type-options': 'nosniff',
    });
  });
  open(openPaths.language, (context) => {
    const chosen = languageOf(context.req.query('lang'), undefined);
    setCookie(context, languageCookie, chosen, { ...cookie, maxAge: yearSeconds });
    return lead(context, pageOf(context.req.query('to')));
  });
}
