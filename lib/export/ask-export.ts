// Requests a month's statement as a file. The same month, format and locale give the same export until the export
// expires.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds, saoPauloDay } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { WithExports, WithQueues } from './deps.ts';
import { type Export, type ExportRequest, exportDays, exportId, rangeOf } from './export.ts';

const daySeconds = 86_400;

/**
 * Requests the export. Refuses a month that has not begun, and more exports in a day (São Paulo) than an account may
 * have.
 */
export async function askExport(
  deps: Base & WithAccounts & WithExports & WithQueues,
  caller: Identity,
  account: AccountRef,
  request: ExportRequest,
): Promise<Export> {
  const { exports, queues, config } = deps;
  await findAccount(deps, caller, account);
  const now = deps.now();
  const range = rangeOf(request.month, now);
  if (!range) refuse('validation_error', [{ field: 'month', message: 'must have begun' }]);
  const id = exportId(account, request, range.start, range.end);
  const known = await exports.get(account, id);
  if (known && known.status !== 'ERROR') return known;
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const day = saoPauloDay(now.toISOString());
  if (!(await exports.countFor(account, day, config.EXPORTS_PER_DAY, nowSeconds + 2 * daySeconds)))
    refuse('too_many_exports');
  const dueAt = addSeconds(now, config.RESUME_AFTER_SECONDS);
  const row: Export = {
    id,
    account,
    request,
    ...range,
    status: 'PROCESSING',
    createdAt: now.toISOString(),
    createdBy: caller.userId,
    expiresAt: nowSeconds + exportDays * daySeconds,
    resumes: 0,
  };
  const asked = known
    ? ((await exports.restart(known, dueAt)) ?? (await exports.get(account, id)) ?? row)
    : ((await exports.insertOrGet(row, dueAt)) ?? row);
  // If the message cannot be sent, resume-stalled sends it when the row is due.
  await queues.sendExport(asked).catch((error) => deps.log.error('export not sent', { exportId: id }, error));
  return asked;
}
