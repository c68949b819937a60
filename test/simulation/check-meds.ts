// Each case is what the latest report about it says, and stands in just the lists that it matches.

import type { MedCase } from '../../lib/med-case.ts';
import type { MedReported } from '../../lib/network-event.ts';
import { type Case, groupBy, hasIncident, rowsOf } from './check.ts';
import { canonical } from './engine.ts';
import { noticesTold } from './notices.ts';

type StoredCase = MedCase & { pk: string; sk: string };

export function checkMeds({ world, stored, fail }: Case): void {
  const rows = rowsOf<StoredCase>(stored, 'MedCasesTable');
  const told = noticesTold(world).filter((event): event is MedReported => event.kind === 'med_reported');
  for (const [id, notices] of groupBy(told, ({ report }) => report.id)) {
    const own = rows.find(({ pk }) => pk === `MED#${id}`);
    const newest = notices
      .map(({ report }) => report.modifiedAt)
      .sort()
      .at(-1);
    const last = notices.filter(({ report }) => report.modifiedAt === newest);
    // Two that the sandbox makes in one millisecond are both the latest: either will do.
    const latest = last.find(({ report }) => report.status === own?.report.status) ?? last[0];
    if (!latest || hasIncident(stored, `med_reported-${latest.endToEndId}`)) continue;
    const { status, analysisResult, modifiedAt } = latest.report;
    if (own?.report.modifiedAt !== modifiedAt || own.report.status !== status)
      fail(
        'I17',
        `case ${id} is ${own?.report.status} of ${own?.report.modifiedAt}, told: ${status} of ${modifiedAt}`,
      );
    if (own && status === 'CLOSED' && own.status !== (analysisResult === 'AGREED' ? 'ACCEPTED' : 'REJECTED'))
      fail('I17', `case ${id} is closed as ${analysisResult}, and ${own.status}`);
    const event = `med-${id}-${Date.parse(modifiedAt)}`;
    if (!rowsOf<{ id?: string }>(stored, 'EventsTable').some((one) => one.id === event))
      fail('I18', `nobody is told of ${event}`);
  }
  for (const own of rows.filter(({ pk }) => pk.startsWith('MED#'))) {
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
}
