// Handles the sandbox page, on which people simulate a received payment, a fraud report or a return. Each action is
// about one account that the person may see, and changes no other account.

import { createHash } from 'node:crypto';
import type { Account } from '../account/account.ts';
import { findAccount } from '../account/find-account.ts';
import { accountIdOf, isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { line, pathInteger } from '../base/field-schemas.ts';
import { readAmount } from '../base/read-amount.ts';
import { saoPauloDay, saoPauloDayRange } from '../base/time.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { formatEndToEndId, formatReturnId } from '../network/end-to-end-id.ts';
import { rehearseMedCase } from '../sandbox/rehearse-med.ts';
import { otherIspb, rehearsePixIn, rehearseRefund } from '../sandbox/rehearse-network.ts';
import { pixInBody } from '../sandbox/schemas.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { SandboxDeps } from './deps.ts';
import { type App, accountIn, accountPath, formOf, makeFrame } from './frame-handler.ts';
import type { Act } from './sandbox-acts.ts';
import { drawSandbox, leftToReturn, loadSandbox, sandboxPath } from './sandbox-pages.ts';

/** Returns false if the action cannot be done with what the form contains. */
type Run = (account: Account, form: URLSearchParams, signedIn: SignedIn) => Promise<boolean>;

export function sandboxApp(deps: SandboxDeps): App {
  const { app, page, act, lead } = makeFrame(deps);
  // A stage with a real network has no sandbox.
  if (!deps.sandbox) return app;

  page(sandboxPath, async ({ caller }, view, { req }) => {
    const { account, done } = req.query();
    const loaded = await loadSandbox(deps, caller, account);
    return drawSandbox(view, loaded, { once: deps.ids.endToEndSuffix(), done });
  });

  const on = (name: Act, run: Run) =>
    act(`${sandboxPath}/${accountPath}/${name}`, async (signedIn, view, context) => {
      const { caller } = signedIn;
      const { account } = await findAccount(deps, caller, accountIn(context));
      const id = accountIdOf(account);
      const form = await formOf(context);
      if (account.status !== 'CLOSED' && (await run(account, form, signedIn)))
        return lead(context, `${sandboxPath}?account=${encodeURIComponent(id)}&done=${name}`);
      const once = deps.ids.endToEndSuffix();
      return drawSandbox(view, await loadSandbox(deps, caller, id), { once, wrong: { act: name, form } });
    });

  on('money', async (account, form, { caller }) => {
    const name = line(150).safeParse(form.get('payer')?.trim() ?? '');
    const wanted = pixInBody.safeParse({
      source_account_branch_identifier: account.branch,
      source_account_number: account.number,
      amount: readAmount(form.get('amount') ?? ''),
      payer: name.data ? { name: name.data } : {},
    });
    const once = form.get('once') ?? '';
    if (!name.success || !wanted.success || !/^\w{1,64}$/.test(once)) return false;
    // If the same form is sent twice on one day, both payments have the same end-to-end id, so only one payment
    // arrives. The id contains a hash, so nobody can choose the id of another payment.
    const day = new Date(saoPauloDayRange(saoPauloDay(deps.now().toISOString())).from);
    const asked = [caller.userId, accountIdOf(account), once, String(wanted.data.amountCents), name.data];
    const endToEndId = formatEndToEndId(otherIspb, day, hashOf(...asked).slice(0, 11));
    await rehearsePixIn(deps, { ...wanted.data, endToEndId });
    return true;
  });

  on('med', async (account, form) => {
    const endToEndId = form.get('payment') ?? '';
    if (!/^E\w{31}$/.test(endToEndId)) return false;
    const payment = await deps.incoming.findReceived(endToEndId);
    if (!payment || !isSameAccount(payment.account, account)) return refuse('transaction_not_found');
    const id = caseIdOf(endToEndId);
    // A second report would open an ended case again.
    if (await deps.medCases.get(id)) return true;
    await rehearseMedCase(deps, { id, endToEndId, reason: 'RETURN_REQUEST', situationType: 'SCAM' });
    return true;
  });

  on('return', async (account, form, { caller }) => {
    const id = pathInteger.safeParse(form.get('cashout') ?? '');
    if (!id.success) return false;
    const { cashout } = await findCashout(deps, caller, id.data);
    if (!isSameAccount(cashout.account, account)) return refuse('transaction_not_found');
    const amount = leftToReturn(cashout);
    if (amount <= 0) return false;
    // The return id is derived from the payment, so two clicks make only one return.
    const at = new Date(cashout.endedAt ?? cashout.createdAt);
    const returnId = formatReturnId(otherIspb, at, cashout.id.toString(36).padStart(11, '0'));
    await rehearseRefund(deps, { transaction_id: cashout.id, reason: 'MD06', amount, returnId });
    return true;
  });
  return app;
}

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join(' ')).digest('hex');

/** Returns the case id of a payment, a UUID. */
function caseIdOf(endToEndId: string): string {
  const hex = hashOf('med', endToEndId);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
