// Draws the forms with which people confirm their identity for a decision, and the pages to add a passkey.

import { type Html, h, joined } from '../page/elements.ts';
import { icon } from '../page/icons.ts';
import { card, form, hidden, notice } from '../page/parts.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { codeIn, drawCode } from './page-parts.ts';
import type { Page, View } from './shell.ts';

/** A request to a passkey, and the form for it. `id`: the id of the step-up or of the enrolment. */
type Asked = { action: string; id: string; options: object; button: string };

/** Draws the form for a passkey. It is hidden until the script shows it, because a passkey needs the script. */
const drawPasskeyForm = ({ words }: View, { action, id, options, button: said }: Asked): Html =>
  h.form(
    { method: 'post', action, 'data-passkey': JSON.stringify(options), hidden: true },
    hidden({ step: id, answer: '' }),
    h.button({ class: 'button tall' }, icon('key'), said),
    h.p({ class: 'bad', role: 'alert', hidden: true }, words.passkeyFailed),
  );

/**
 * The texts of a step-up. `button`: the button of the form for a code. `byPasskey`: the button of the form for a
 * passkey.
 */
type Decided = { title: string; action: string; button: string; byPasskey: string };

/**
 * Draws the form for a code and the form for a passkey.
 * @param wrong what was wrong with the last code or passkey
 */
export function drawStepUp(
  view: View,
  { title, action, button, byPasskey }: Decided,
  { id, options }: BegunStepUp,
  wrong: Proved['kind'] | undefined,
): Html {
  const { words } = view;
  const byCode = form(
    action,
    hidden({ step: id }),
    drawCode(view, 'code', wrong === 'wrong code'),
    h.p(h.button({ class: options ? 'button plain tall' : 'button tall' }, button)),
  );
  return card(
    { title },
    wrong === 'wrong passkey' ? notice('bad', words.passkeyRefused) : '',
    options
      ? joined(
          drawPasskeyForm(view, { action, id, options, button: byPasskey }),
          // The script closes this when it shows the form for a passkey.
          h.details({ open: true, 'data-codes': wrong !== 'wrong code' }, h.summary(words.useCode), byCode),
        )
      : byCode,
  );
}

/** Reads the forms of `drawStepUp`. */
export const answerIn = (form: URLSearchParams) => ({
  id: form.get('step') ?? '',
  code: codeIn(form),
  answer: form.get('answer') ?? undefined,
});

const backToMe = ({ words }: View) => ['/console/me', words.me] as const;

export const addingPage = (view: View, id: string, options: object): Page => ({
  title: view.words.addPasskey,
  back: backToMe(view),
  body: card(
    {},
    h.p(view.words.addingNote),
    h.noscript(h.p({ class: 'bad' }, view.words.needsScript)),
    drawPasskeyForm(view, { action: '/console/passkeys/add', id, options, button: view.words.addPasskey }),
  ),
  isNarrow: true,
});

/** Draws the page that says why nothing was changed. */
export const notDonePage = (view: View, note: string): Page => ({
  title: view.words.notDone,
  back: backToMe(view),
  body: notice('warn', note),
  isNarrow: true,
});
