// Handles the pages of batches: to send a file, to decide about a batch, and to follow its lines. These pages have a
// function of their own, so that only this function accepts files.

import { isDefinite, type Refusal, wordsOf } from '../base/errors.ts';
import { idempotencyKey, words } from '../base/field-schemas.ts';
import { approveBatch, resumeBatch, stopBatch } from '../batch/decide-batch.ts';
import { xlsxType } from '../batch/file-types.ts';
import { resultsFile } from '../batch/results-file.ts';
import { retryBatch } from '../batch/retry-batch.ts';
import { readAllLines } from '../batch/show-lines.ts';
import { csvTemplate, xlsxTemplate } from '../batch/template.ts';
import { isSeenBatch } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { beginStepUp } from '../sign-in/step-up.ts';
import { drawDecideBatch, drawNotDone, drawRetry, drawStop } from './batch-decide-pages.ts';
import { drawBatch, loadBatch, loadHead, readLinesQuery } from './batch-page.ts';
import { batchesPath, drawBatches, loadBatches, readBatchesQuery } from './batches-page.ts';
import type { BatchDeps } from './deps.ts';
import { finishStep } from './finish-step.ts';
import { type App, type Context, formOf, makeFrame } from './frame-handler.ts';
import { keepProof } from './keep-proof.ts';
import { overPage } from './message-pages.ts';
import { readTotals } from './read-totals.ts';
import { addSend } from './send-batch-handler.ts';
import { sendPath, templatePath } from './send-batch-page.ts';
import type { Page, View } from './shell.ts';

const one = `${batchesPath}/:id{[0-9a-f]{32}}` as const;
const reasonMost = 200;
const idOf = ({ req }: Context) => req.param('id') ?? '';

export function batchesApp(deps: BatchDeps): App {
  const frame = makeFrame(deps, { fileTo: sendPath });
  const { app, page, act, lead, save } = frame;
  const toOne = (context: Context, id: string) => lead(context, `${batchesPath}/${id}`);

  page(batchesPath, async ({ caller }, view, { req }) => {
    const query = readBatchesQuery(req.query());
    return drawBatches(view, await loadBatches(deps, caller, query), deps.ids.uuid());
  });
  page(templatePath('csv'), async (_, { language, words }, context) =>
    save(context, `${words.templateName}.csv`, 'text/csv; charset=utf-8', csvTemplate(language)),
  );
  page(templatePath('xlsx'), async (_, { language, words }, context) =>
    save(context, `${words.templateName}.xlsx`, xlsxType, await xlsxTemplate(language)),
  );
  page(one, async ({ caller }, view, context) => {
    const query = readLinesQuery(context.req.query());
    return drawBatch(view, await loadBatch(deps, caller, idOf(context), query));
  });
  page(`${one}/results`, async ({ caller }, _, context) => {
    const { batch, lines } = await readAllLines(deps, caller, idOf(context));
    const name = `batch-${batch.id.slice(0, 8)}.csv`;
    return save(context, name, 'text/csv; charset=utf-8; header=present', resultsFile(batch, lines));
  });

  /** Loads the batch, and starts a step-up for exactly the content that is shown. */
  const look = async (
    { caller, session }: SignedIn,
    view: View,
    id: string,
    wrong?: 'wrong code' | 'wrong passkey',
  ) => {
    const loaded = await loadBatch(deps, caller, id, readLinesQuery({}));
    const { act, refusal, row } = loaded;
    if (!act || refusal) return drawDecideBatch(view, loaded, undefined);
    const seen = { batch: row.id, act, content_digest: row.contentDigest };
    return drawDecideBatch(view, loaded, await beginStepUp(deps, session, [seen]), wrong);
  };
  act(`${one}/confirm`, (signedIn, view, context) => look(signedIn, view, idOf(context)));
  act(`${batchesPath}/decide`, async (signedIn, view, context) => {
    const { caller, session } = signedIn;
    const proved = await finishStep(deps, session, context, isSeenBatch);
    const [seen] = proved.kind === 'over' ? [] : proved.items;
    if (proved.kind === 'over' || !seen) return overPage(view);
    if (proved.kind !== 'proved') return look(signedIn, view, seen.batch, proved.kind);
    return doing(view, seen.batch, async () => {
      await keepProof(deps, seen.batch, proved.proof);
      if (seen.act === 'approve') await approveBatch(deps, caller, seen.batch, seen.content_digest);
      else await resumeBatch(deps, caller, seen.batch, seen.content_digest);
      return toOne(context, seen.batch);
    });
  });

  page(`${one}/stop`, async ({ caller }, view, context) =>
    drawStop(view, await loadHead(deps, caller, idOf(context)), false),
  );
  act(`${one}/stop`, async ({ caller }, view, context) => {
    const id = idOf(context);
    const reason = words(reasonMost).safeParse((await formOf(context)).get('reason') ?? '');
    if (!reason.success) return drawStop(view, await loadHead(deps, caller, id), true);
    return doing(view, id, async () => {
      await stopBatch(deps, caller, id, reason.data);
      return toOne(context, id);
    });
  });

  page(`${one}/retry`, async ({ caller }, view, context) =>
    drawRetry(view, await loadHead(deps, caller, idOf(context)), deps.ids.uuid()),
  );
  act(`${one}/retry`, async ({ caller }, view, context) => {
    const id = idOf(context);
    const form = await formOf(context);
    const { typed, asked, faults } = readTotals(form);
    const again = async (found: Refusal['fields']) => {
      const why = { count: found.length, faults: found };
      return drawRetry(view, await loadHead(deps, caller, id), deps.ids.uuid(), { typed, why });
    };
    const key = idempotencyKey.safeParse(form.get('idempotency_key') ?? '');
    if (!asked || !key.success) return again(faults);
    return doing(
      view,
      id,
      async () => toOne(context, (await retryBatch(deps, caller, id, key.data, { id, ...asked })).batch.id),
      ({ fields }) => again(fields),
    );
  });

  addSend(frame, deps);
  return app;
}

/**
 * Does some work on a batch. A refusal is shown on a page, except the refusals "not found" and "too many requests",
 * which are thrown again.
 * @param unread returns the page to show if a field cannot be read
 */
async function doing(
  view: View,
  id: string,
  work: () => Promise<Response>,
  unread?: (error: Refusal) => Promise<Page>,
): Promise<Response | Page> {
  try {
    return await work();
  } catch (error) {
    if (!isDefinite(error) || ['batch_not_found', 'too_many_requests'].includes(error.code)) throw error;
    if (unread && error.code === 'validation_error') return unread(error);
    return drawNotDone(view, id, wordsOf(error.code));
  }
}
