// Creates a batch from a file in a form. If the file is wrong, its faults are shown and nothing is stored.

import { listAccounts } from '../account/list-accounts.ts';
import { isDefinite, wordsOf } from '../base/errors.ts';
import { idempotencyKey } from '../base/field-schemas.ts';
import { createBatch } from '../batch/create-batch.ts';
import { readSheetBatch } from '../batch/read-batch.ts';
import { readFile } from '../batch/read-file.ts';
import { type Report, reportOf } from './batch-faults.ts';
import { batchesPath } from './batches-page.ts';
import type { BatchDeps } from './deps.ts';
import type { Context, Frame } from './frame-handler.ts';
import { totalsOf, typedIn } from './read-totals.ts';
import { saidIn } from './refusals.ts';
import { drawSendAgain, ownOf, sendPath } from './send-batch-page.ts';
import type { View } from './shell.ts';

/** Maximum number of accounts to choose from. Another one is named in the file. */
const accountsMost = 20;

export function addSend({ act, lead }: Frame, deps: BatchDeps): void {
  act(sendPath, async ({ caller }, view, context) => {
    const form = await fileFormOf(context);
    const typed = typedIn(form);
    const { rows } = await listAccounts(deps, caller, { limit: accountsMost });
    const accounts = ownOf(rows);
    const again = (why: Report | string) =>
      drawSendAgain(view, { key: deps.ids.uuid(), accounts }, typed, why);
    const file = form.get('file');
    const key = idempotencyKey.safeParse(form.get('idempotency_key'));
    if (!(file instanceof File) || file.size === 0 || !key.success) return again(view.words.noFile);

    const [branch, number] = (typed.account ?? '').split('/');
    const account = {
      source_account_branch_identifier: branch || undefined,
      source_account_number: number || undefined,
    };
    const asked = { ...totalsOf(typed), ...account, name: typed.name || undefined };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const content = readSheetBatch(await readFile(bytes), asked, deps.config.CNPJ_LETTERS);
    if (!('lines' in content)) return again(reportOf(content));
    try {
      const { batch } = await createBatch(deps, caller, key.data, content);
      return lead(context, `${batchesPath}/${batch.id}`);
    } catch (error) {
      if (!isDefinite(error) || error.code === 'too_many_requests') throw error;
      if (error.fields.length > 0) return again({ count: error.fields.length, faults: error.fields });
      return again(whyNotSent(view, error.code));
    }
  });
}

/** Reads the form. A form that cannot be read counts as empty. */
const fileFormOf = ({ req }: Context) => req.raw.formData().catch(() => new FormData());

function whyNotSent({ words, language }: View, code: Parameters<typeof wordsOf>[0]): string {
  if (code === 'account_not_found') return words.unknownAccount;
  if (code === 'unauthorized') return words.mayNotSend;
  return code === 'idempotency_conflict' ? words.formOver : saidIn(language, wordsOf(code));
}
