// Checks the blocks of reported payments at rest, with rules that do not use the service's code.

import type { Account } from '../../lib/account/account.ts';
import type { Block, MedCase, MedReturn } from '../../lib/med-case/med-case.ts';
import { type Case, rowsOf } from './case.ts';

type Reported = { pk: string; endToEndId: string; caseIds: string[]; returns: MedReturn[]; block?: Block };
type Listed = { pk: string; sk: string; cents: number };

const dayMs = 86_400_000;

/** Returns the amount that a case may still ask for, and until when (milliseconds since 1970). */
function askedBy({ report }: MedCase): { cents: number; until: number } {
  const refund = report.refund?.status ?? '';
  const decided = Date.parse(report.analysedAt ?? report.modifiedAt);
  const isOver =
    report.status === 'CANCELLED' ||
    (report.status === 'CLOSED' &&
      (report.analysisResult !== 'AGREED' || ['CLOSED', 'CANCELLED'].includes(refund)));
  // The analysis takes at most seven days, and the refund four days after it.
  const until = report.status === 'CLOSED' ? decided + 4 * dayMs : Date.parse(report.createdAt) + 11 * dayMs;
  return { cents: isOver ? 0 : report.amountCents, until: isOver ? 0 : until };
}

/** I65: what a report names is blocked under the rule, up to the balance, and nothing else is; each block is listed. */
export function checkBlocks({ world, stored, fail }: Case): void {
  const rows = rowsOf<{ pk: string }>(stored, 'MedCasesTable');
  const cases = new Map(
    (rows as (MedCase & { pk: string })[])
      .filter(({ pk }) => pk.startsWith('MED#'))
      .map((one) => [one.id, one]),
  );
  const listed = new Map(
    (rows as Listed[]).filter(({ pk }) => pk === 'BLOCKS').map((one) => [one.sk, one.cents]),
  );
  const accounts = rowsOf<Account & { sk: string }>(stored, 'AccountsTable').filter(
    ({ sk }) => sk === 'BALANCE',
  );
  const sums = new Map<string, number>();
  for (const { endToEndId, caseIds, returns, block } of rows as Reported[]) {
    if (!caseIds) continue;
    const own = caseIds.flatMap((id) => cases.get(id) ?? []);
    const [first] = own;
    const cents = block?.cents ?? 0;
    if ((listed.get(endToEndId) ?? 0) !== cents)
      fail('I65', `${endToEndId} has ${cents} blocked, and ${listed.get(endToEndId)} is listed`);
    if (!first) continue;
    const asked = own.map(askedBy).filter(({ until }) => until > world.scheduler.now());
    const back = returns.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const most = Math.min(first.payment.amountCents, Math.max(0, ...asked.map((one) => one.cents))) - back;
    if (cents > Math.max(0, most))
      fail('I65', `${endToEndId} has ${cents} blocked, and at most ${most} is asked`);
    const account = accounts.find(
      ({ branch, number }) => branch === first.account.branch && number === first.account.number,
    );
    const isRuled = account?.status === 'ACTIVE' && account.rules?.blocksReported === true;
    if (isRuled && cents < most && account.availableCents > 0)
      fail(
        'I65',
        `${endToEndId} has ${cents} of ${most} blocked, and ${account.availableCents} is available`,
      );
    const name = `${first.account.branch}#${first.account.number}`;
    sums.set(name, (sums.get(name) ?? 0) + cents);
  }
  for (const { branch, number, heldForReportsCents = 0 } of accounts)
    if (heldForReportsCents !== (sums.get(`${branch}#${number}`) ?? 0))
      fail(
        'I65',
        `${branch} ${number} holds ${heldForReportsCents} for reports, blocked are ${sums.get(`${branch}#${number}`)}`,
      );
}
