// Makes the file of an export with constant memory for any size. The file is available only if its entries add up. An
// interrupted run leaves no file; the next one starts again with another key.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccountRef } from '../base/account-ref.ts';
import { cents } from '../base/money.ts';
import type { Core } from '../ledger/deps.ts';
import type { Entry } from '../ledger/entry.ts';
import type { WithFiles } from '../platform/deps.ts';
import type { Lease } from '../platform/leases.ts';
import { addUp, beginAddingUp, faultOf } from './add-up.ts';
import { chooseWriter } from './choose-writer.ts';
import type { WithExports, WithParties, WithQueues } from './deps.ts';
import type { Export, WrittenFile } from './export.ts';
import type { FileHead } from './file-form.ts';
import { everStart, justBefore, lastEntryAt } from './find-balance.ts';

type Needs = Core & WithExports & WithFiles & WithParties & WithQueues;

/** More would not finish within the time of a run. */
const entriesMax = 5_000_000;
const entriesAtOnce = 2_000;
/** Limits reading to a fifth of the throughput of a partition of the statement. */
const entriesPerSecond = 10_000;
const renewMs = 20_000;
/** Delay of a message while another export of the account is being made. */
const leasedSeconds = 15;

/** Does nothing for an export that does not exist or has ended. Throws if it must be tried again. */
export async function makeExport(deps: Needs, account: AccountRef, id: string): Promise<void> {
  const { exports, queues } = deps;
  const asked = await exports.get(account, id);
  if (asked?.status !== 'PROCESSING') return;
  const lease = await exports.lease(account);
  if (!lease) {
    await queues.sendExport(asked, leasedSeconds);
    return;
  }
  try {
    await writeAndEnd(deps, asked, lease);
  } finally {
    // If this fails, the lease expires.
    await exports.release(lease).catch(() => {});
  }
}

async function writeAndEnd(deps: Needs, asked: Export, lease: Lease): Promise<void> {
  const { log, metrics, exports } = deps;
  const found = await boundsOf(deps, asked);
  const tooMany = found.count > entriesMax ? `more than ${entriesMax} entries` : undefined;
  const written = tooMany ? { fault: tooMany } : await write(deps, asked, lease, found);
  if ('fault' in written) {
    log.error('export failed', { exportId: asked.id }, undefined);
    metrics.count('ExportsFailed');
    await exports.fail(asked, written.fault);
    return;
  }
  await exports.end(asked, written);
  log.info('export made', { exportId: asked.id, count: written.entries });
}

type Bounds = { head: FileHead; first: { id: number; at: string }; lastSeq: number; count: number };

/** The last entries before the range and at its end. The file has the entries between them. */
async function boundsOf(deps: Needs, { id, account, start, end }: Export): Promise<Bounds> {
  const [before, last] = await Promise.all([
    lastEntryAt(deps, account, justBefore(start)),
    lastEntryAt(deps, account, end),
  ]);
  const openingCents = before?.balanceCents ?? cents(0);
  const head = {
    id,
    account,
    ispb: deps.config.OUR_ISPB,
    bankCode: deps.config.BANK_CODE,
    start,
    end,
    madeAt: deps.now().toISOString(),
    openingCents,
    closingCents: last?.balanceCents ?? openingCents,
    isPart: false,
  };
  const [firstSeq, lastSeq] = [before?.seq ?? 0, last?.seq ?? 0];
  return { head, first: { id: firstSeq, at: before?.time ?? everStart }, lastSeq, count: lastSeq - firstSeq };
}

async function write(
  deps: Needs,
  { account, request }: Export,
  lease: Lease,
  bounds: Bounds,
): Promise<WrittenFile | { fault: string }> {
  const { head, count } = bounds;
  const writer = chooseWriter(request.format, request.locale);
  const key = `exports/${head.id}/${lease.holder}.${writer.extension}`;
  const hash = createHash('sha256');
  let bytes = 0;
  let sum = beginAddingUp(head.openingCents);
  let fault: string | undefined;
  const chunk = (text: string) => {
    const content = Buffer.from(text);
    hash.update(content);
    bytes += content.length;
    return content;
  };

  async function* content(): AsyncGenerator<Buffer> {
    yield chunk(writer.begin(head));
    for await (const entries of readPaced(deps, account, lease, bounds)) {
      sum = addUp(sum, entries);
      yield chunk(writer.entries(await deps.parties.name(entries)));
    }
    fault = faultOf(sum, head.closingCents) ?? (sum.count === count ? undefined : 'entries are missing');
    // This stops the upload, so that there is no file with an error.
    if (fault) throw new Error(fault);
    yield chunk(writer.end(head));
  }

  try {
    await deps.files.put(key, Readable.from(content()), writer);
  } catch (error) {
    if (fault) return { fault };
    throw error;
  }
  const { openingCents, closingCents, madeAt } = head;
  return { key, bytes, entries: count, sha256: hash.digest('hex'), openingCents, closingCents, madeAt };
}

/** The entries of the range, oldest first, slow enough for other readers of the partition. */
async function* readPaced(
  { statement, exports, pause, now }: Needs,
  account: AccountRef,
  lease: Lease,
  { first, lastSeq }: Bounds,
): AsyncGenerator<Entry[]> {
  let place = first;
  let renewedAt = now().getTime();
  while (place.id < lastSeq) {
    const began = now().getTime();
    const found = await statement.listAfter(account, place, entriesAtOnce);
    const entries = found.filter(({ seq }) => seq <= lastSeq);
    const last = entries.at(-1);
    if (!last) return;
    place = { id: last.seq, at: last.time };
    yield entries;
    const ended = now().getTime();
    const left = (entries.length * 1000) / entriesPerSecond - (ended - began);
    if (left > 0 && place.id < lastSeq) await pause(left);
    if (ended - renewedAt < renewMs) continue;
    renewedAt = ended;
    // If an export is made twice, each run writes its own file.
    await exports.keep(lease).catch(() => {});
  }
}
