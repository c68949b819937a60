// Checks the defences about reports at rest, by what the PSPs have.

import type { MedCase } from '../../lib/med-case/med-case.ts';
import { type Case, hasIncident, rowsOf } from './case.ts';

/**
 * I66: a case and its PSP have the same defence or none; a defence that was acknowledged is kept; a PSP gets one, and
 * only where the report is; none stays without an end.
 */
export function checkDefences({ world, callers, stored, fail }: Case): void {
  const { reports } = world;
  for (const what of reports.wrong) fail('I66', what);
  const cases = new Map(
    rowsOf<MedCase & { pk: string }>(stored, 'MedCasesTable')
      .filter(({ pk }) => pk.startsWith('MED#'))
      .map((one) => [one.id, one]),
  );
  for (const [id, { told, defence: there }] of reports.all) {
    const here = cases.get(id)?.defence;
    if (there && here?.text !== there.text)
      fail('I66', `${id} has a defence at the PSP, and here ${here?.text}`);
    if (there && here?.state === 'REFUSED')
      fail('I66', `${id} has a defence at the PSP, and is REFUSED here`);
    if (here?.state === 'SENT' && !there) fail('I66', `${id} is SENT here, and the PSP has no defence`);
    if (here?.state === 'PENDING' && !hasIncident(stored, `med-defence-${id}`))
      fail('I66', `${id} is still PENDING, and ${told.status} at the PSP`);
  }
  for (const { method, path, asked, outcome } of callers.history) {
    const [, id = ''] = /^\/v3\/meds\/([^/]+)\/defence$/.exec(path) ?? [];
    if (method !== 'POST' || !id || outcome.kind !== 'answer' || outcome.status !== 200) continue;
    const here = cases.get(id)?.defence;
    if (here?.text !== (asked as { text: string }).text)
      fail('I66', `the defence of ${id} was taken, and here is ${here?.text}`);
  }
}
