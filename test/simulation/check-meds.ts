// Checks that each MED case shows what the latest report says, and that exactly the matching lists contain it.

import type { MedCase } from '../../lib/med-case/med-case.ts';
import type { MedReported } from '../../lib/network/event.ts';
import { type Case, groupBy, hasIncident, rowsOf } from './case.ts';
import { checkDeadlines } from './check-deadlines.ts';
import { canonical } from './engine.ts';
import { eventsIn } from './feeds.ts';
import { noticesTold } from './notices.ts';
import type { ReturnTold } from './returns-told.ts';

/** Returns the fields of a report that only some PSPs send. */
const newWords = ({ transactionDepth, fundsRecoveryId, analysedAt, refund }: MedReported['report']) =>
  canonical({ transactionDepth, fundsRecoveryId, analysedAt, refund });

type StoredCase = MedCase & { pk: string; sk: string };

export function checkMeds(judged: Case): void {
  const { world, stored, fail } = judged;
  const rows = rowsOf<StoredCase>(stored, 'MedCasesTable');
  const told = noticesTold(world).filter((event): event is MedReported => event.kind === 'med_reported');
  for (const [id, notices] of groupBy(told, ({ report }) => report.id)) {
    const own = rows.find(({ pk }) => pk === `MED#${id}`);
    const newest = notices
      .map(({ report }) => report.modifiedAt)
      .sort()
      .at(-1);
    const last = notices.filter(({ report }) => report.modifiedAt === newest);
    // If the sandbox makes two reports in one millisecond, both are the latest and either is accepted.
    const latest = last.find(({ report }) => report.status === own?.report.status) ?? last[0];
    if (!latest || hasIncident(stored, `med_reported-${latest.endToEndId}`)) continue;
    const { status, analysisResult, modifiedAt } = latest.report;
    if (own?.report.modifiedAt !== modifiedAt || own.report.status !== status)
      fail(
        'I17',
        `case ${id} is ${own?.report.status} of ${own?.report.modifiedAt}, told: ${status} of ${modifiedAt}`,
      );
    if (own && !last.some(({ report }) => newWords(report) === newWords(own.report)))
      fail('I17', `case ${id} tells ${newWords(own.report)}, told: ${newWords(latest.report)}`);
    if (own && status === 'CLOSED' && own.status !== (analysisResult === 'AGREED' ? 'ACCEPTED' : 'REJECTED'))
      fail('I17', `case ${id} is closed as ${analysisResult}, and ${own.status}`);
    const event = `med-${id}-${Date.parse(modifiedAt)}`;
    if (!eventsIn(stored).some((one) => one.id === event)) fail('I18', `nobody is told of ${event}`);
  }
  const back = noticesTold(world).filter((event): event is ReturnTold => event.kind === 'return_told');
  for (const own of rows.filter(({ pk }) => pk.startsWith('MED#'))) {
    checkReturns(own, back, { stored, fail });
    const copies = rows.filter(({ id, pk }) => id === own.id && pk.startsWith('LIST#'));
    const bare = ({ pk: _pk, sk: _sk, ...row }: StoredCase) => canonical(row);
    const parts = (copy: StoredCase) => copy.pk.split('#').slice(-3);
    const isRight = (copy: StoredCase) =>
      bare(copy) === bare(own) &&
      copy.pk.startsWith(`LIST#${own.account.branch}#${own.account.number}#`) &&
      parts(copy).every((part, index) =>
        ['', `=${[own.status, own.report.reason, own.report.status][index]}`].includes(part),
      );
    if (copies.length !== 8 || !copies.every(isRight))
      fail('I24', `case ${own.id} stands in ${copies.map(({ pk }) => pk).join(', ')}`);
  }
  checkDeadlines(judged);
}

/**
 * Checks that a case shows each return of its payment once, as it was first reported, and no return of another payment.
 */
function checkReturns(own: StoredCase, told: ReturnTold[], { stored, fail }: Pick<Case, 'stored' | 'fail'>) {
  const shown = groupBy(own.returns ?? [], ({ returnId }) => returnId);
  for (const [returnId, [notice]] of groupBy(told, ({ returned }) => returned.returnId)) {
    const isOwn = notice?.endToEndId === own.payment.endToEndId;
    const is = canonical(shown.get(returnId) ?? []);
    const due = canonical(isOwn ? [notice?.returned] : []);
    if (is !== due) fail('I17', `case ${own.id} shows ${is} of a return, told: ${due}`);
    const event = `med-${own.id}-return-${returnId}`;
    if (eventsIn(stored).some((one) => one.id === event) !== isOwn)
      fail('I18', `${event} is ${isOwn ? 'told to nobody' : 'told, and is none of that case'}`);
  }
}
