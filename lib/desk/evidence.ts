// Draws the evidence of a paid cashout on one page that can be printed: what the company reports, the
// receipt, the approvals with their proofs, and the history. An operator sends it to the PSP that paid. It is
// the call `cashout show`, so it is in the audit, and the company sees it there.

import { codeKeyOf, receiptCode } from '../cashout/receipt-code.ts';
import type { Frame } from '../console/frame-handler.ts';
import type { View } from '../console/shell.ts';
import { presentRecovery } from '../funds-recovery/present-recovery.ts';
import { type Html, h } from '../page/elements.ts';
import { hasReceipt, receiptOf } from '../receipt/receipt.ts';
import type { DeskDeps } from './deps.ts';
import { deskWords } from './desk-words.ts';
import { labelOf } from './draw-value.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { drawThing } from './thing-page.ts';

export function addEvidence({ page }: Frame, deps: DeskDeps, { administer }: OperatorCalls): void {
  page('/desk/cashouts/:id{[0-9]{1,16}}/evidence', async (signedIn, view, { req }) => {
    const words = deskWords[view.language];
    const id = req.param('id') ?? '';
    const answer = await administer(signedIn, { action: 'cashout show', cashout: id });
    const { worked: _, ...recovery } = (await loadRecovery(deps, Number(id))) ?? { worked: true };
    const { deliveries: _deliveries, ...shown } = answer;
    return drawThing(view, {
      title: `${words.evidence} ${id}`,
      lead: words.evidenceNote,
      back: [`/desk/cashouts/${id}`, `${labelOf(view, 'cashout')} ${id}`],
      acts: drawPrint(view),
      answers: [
        [words.recovery, recovery],
        [words.receipt, (await loadReceipt(deps, Number(id))) ?? {}],
        [words.payment, shown],
      ],
      isWhole: true,
    });
  });
}

/** Draws the button that prints the page. The script shows it. */
const drawPrint = ({ words }: View): Html =>
  h.button({ class: 'button', type: 'button', 'data-print': true, hidden: true }, words.print);

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
