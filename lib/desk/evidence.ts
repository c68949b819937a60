// Draws the evidence of a paid cashout on one page that can be printed: what the company reports, the receipt, the
// approvals with their proofs, and the history. An operator sends it to the PSP that paid. It is the call `cashout show`,
// so it is in the audit, and the company sees it there.

import { html } from 'hono/html';
import { codeKeyOf, receiptCode } from '../cashout/receipt-code.ts';
import type { Frame } from '../console/frame-handler.ts';
import { presentRecovery } from '../funds-recovery/present-recovery.ts';
import { hasReceipt, receiptOf } from '../receipt/receipt.ts';
import type { DeskDeps } from './deps.ts';
import { drawThing } from './desk-pages.ts';
import { deskWords } from './desk-words.ts';
import type { OperatorCalls } from './operator-calls.ts';

export function addEvidence({ page }: Frame, deps: DeskDeps, { administer }: OperatorCalls): void {
  page('/desk/cashouts/:id{[0-9]{1,16}}/evidence', async (signedIn, view, { req }) => {
    const words = deskWords[view.language];
    const id = req.param('id') ?? '';
    const answer = await administer(signedIn, { action: 'cashout show', cashout: id });
    const { worked: _, ...recovery } = (await loadRecovery(deps, Number(id))) ?? { worked: true };
    const { deliveries: _deliveries, ...shown } = answer;
    return drawThing(
      view,
      `${words.evidence} ${id}`,
      [
        [words.recovery, recovery],
        [words.receipt, (await loadReceipt(deps, Number(id))) ?? {}],
        [words.payment, shown],
      ],
      html`<p class="soft">${words.evidenceNote}</p>`,
    );
  });
}

async function loadRecovery({ recoveries }: DeskDeps, id: number) {
  const recovery = await recoveries.get(id);
  return recovery && presentRecovery(recovery);
}

async function loadReceipt({ config, cashouts, holders }: DeskDeps, id: number) {
  const cashout = await cashouts.get(id);
  if (!cashout || !hasReceipt(cashout)) return undefined;
  return receiptOf({
    cashout,
    holder: await holders.get(cashout.account),
    ourIspb: config.OUR_ISPB,
    address: `${config.BASE_URL}/receipts/${receiptCode(cashout.id, codeKeyOf(config))}`,
    isTest: config.PAYOUT_NETWORK === 'sandbox',
  });
}
