// Creates a payment in two steps. First the person sees what the payment would do, then the person creates it. The
// payment waits for an approval.

import { errorBody, isDefinite, type Refusal } from '../base/errors.ts';
import { idempotencyKey } from '../base/field-schemas.ts';
import { createCashout } from '../cashout/create-cashout.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { fixCode } from '../cashout/fix-code.ts';
import { fixRequest } from '../cashout/fix-request.ts';
import { preflightCashout } from '../preflight/preflight-cashout.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { ActDeps, ReadDeps } from './deps.ts';
import { type Context, type Frame, formOf } from './frame-handler.ts';
import { type Again, drawForm, drawPreflight, loadSources } from './new-pages.ts';
import {
  type Field,
  isKind,
  type Kind,
  type Read,
  readPayment,
  type Typed,
  typedAgain,
  typedOf,
} from './payment-form.ts';
import { keyOf, reservedKeys } from './sandbox-acts.ts';
import type { Page, View } from './shell.ts';

export function addNewForm({ page }: Frame, deps: ReadDeps): void {
  page('/console/new', async ({ caller }, view, { req }) => {
    const { kind, account = '', key: asked, again } = req.query();
    if (again && /^\d{1,16}$/.test(again)) {
      const { cashout } = await findCashout(deps, caller, Number(again));
      const { kind: same, typed } = typedAgain(cashout);
      return drawForm(view, await loadSources(deps, caller, typed.account), same, { typed });
    }
    // Only reserved keys of the sandbox are accepted. Otherwise a link on another site could fill in the payee.
    const key = (view.hasSandbox && reservedKeys.map(keyOf).find((one) => one === asked)) || '';
    const sources = await loadSources(deps, caller, account);
    return drawForm(view, sources, isKind(kind) ? kind : 'key', { typed: { account, key } });
  });
}

export function addNew({ act, lead }: Frame, deps: ActDeps): void {
  const letters = deps.config.CNPJ_LETTERS;

  /** Draws the form again, with everything that was typed. */
  const again = async ({ caller }: SignedIn, view: View, kind: Kind, more: Again): Promise<Page> => ({
    ...drawForm(view, await loadSources(deps, caller, more.typed.account), kind, more),
    status: 422,
  });
  /**
   * Draws the form again, with the refusal above it. Throws again the refusal "too many requests", and any other
   * error.
   */
  const refused = (signedIn: SignedIn, view: View, kind: Kind, typed: Typed, error: unknown) => {
    if (!isDefinite(error) || error.code === 'too_many_requests') throw error;
    return again(signedIn, view, kind, { typed, ...tellOf(error) });
  };
  const read = async (context: Context) => {
    const form = await formOf(context);
    const kind: Kind = isKind(form.get('kind')) ? (form.get('kind') as Kind) : 'key';
    return { form, kind, asked: readPayment(typedOf(form, kind), kind, letters) };
  };

  act('/console/new', async (signedIn, view, context) => {
    const { kind, asked } = await read(context);
    if ('wrong' in asked) return again(signedIn, view, kind, asked);
    try {
      const found = await preflightCashout(deps, { ...asked, caller: signedIn.caller });
      // The form keeps the institution's ISPB instead of the typed name. So exactly the institution that is shown is
      // used for the payment, even if the list of names changes.
      const { recipient } = asked.asked;
      const shown = recipient ? { recipient_instution: recipient.ispb } : {};
      return drawPreflight(view, found, { ...asked.typed, ...shown }, kind, deps.ids.uuid());
    } catch (error) {
      return refused(signedIn, view, kind, asked.typed, error);
    }
  });

  act('/console/change', async ({ caller }, view, context) => {
    const { kind, asked } = await read(context);
    const { typed } = asked;
    return drawForm(view, await loadSources(deps, caller, typed.account), kind, { typed });
  });

  act('/console/create', async (signedIn, view, context) => {
    const { form, kind, asked } = await read(context);
    const key = idempotencyKey.safeParse(form.get('idempotency_key') ?? '');
    if ('wrong' in asked) return again(signedIn, view, kind, asked);
    if (!key.success) return again(signedIn, view, kind, { typed: asked.typed });
    try {
      return lead(context, `/console/cashouts/${await create(signedIn, asked, key.data, context)}`);
    } catch (error) {
      return refused(signedIn, view, kind, asked.typed, error);
    }
  });

  async function create(
    { caller }: SignedIn,
    { account, asked: request }: Exclude<Read, { wrong: unknown }>,
    key: string,
    { env }: Context,
  ): Promise<number> {
    const about = (cashoutId: number) => {
      env.event.subject = { cashoutId };
    };
    const { cashout } = await createCashout(deps, {
      caller,
      account,
      request,
      idempotencyKey: key,
      about,
      fix: (given) => (given.copyAndPaste === undefined ? fixRequest(given, letters) : fixCode(deps, given)),
      insert: deps.cashouts.insert,
    });
    return cashout.id;
  }
}

/** Returns the fields of the form that the refusal names. If the refusal names no field, returns its text. */
function tellOf(error: Refusal): Pick<Again, 'wrong' | 'told'> {
  if (error.code === 'invalid_pix_key') return { wrong: new Set<Field>(['key']) };
  if (error.code === 'invalid_br_code') return { wrong: new Set<Field>(['copy_and_paste']) };
  const named = error.fields.map(({ field }) => field as Field);
  if (named.length > 0) return { wrong: new Set(named) };
  return { told: errorBody(error.code).body.message };
}
