// Makes the file of an export. The memory that a run needs does not depend on the size of the file. The file is
// available only if its entries add up. A run that is interrupted leaves no file; the next run starts again with
// another key.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccountRef } from '../base/account-ref.ts';
import { cents } from '../base/money.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Base, WithFiles } from '../platform/deps.ts';
import type { Lease } from '../platform/leases.ts';
import { addUp, beginAddingUp, faultOf } from './add-up.ts';
import { chooseWriter } from './choose-writer.ts';
import type { WithExports, WithParties, WithQueues } from './deps.ts';
import type { Export, WrittenFile } from './export.ts';
import type { FileHead } from './file-form.ts';
import { everStart, justBefore, lastEntryAt } from './find-balance.ts';

type Needs = Base & WithStatement & WithExports & WithFiles & WithParties & WithQueues;

/** Maximum number of entries. More entries could not be written within the time of a run. */
const entriesMax = 5_000_000;
const entriesAtOnce = 2_000;
/** Maximum reading speed in entries per second: a fifth of the throughput of a partition of the statement. */
const entriesPerSecond = 10_000;
const renewMs = 20_000;
/** Delay in seconds of a message while another export of the account is being made. */
const leasedSeconds = 15;

/**
 * Makes the file. Does nothing for an export that does not exist or has ended. Throws if the export must be tried
 * again.
 */
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
    // An error is ignored, because the lease expires.
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

/**
 * Returns the last entry before the range, and the last entry of the range. The file contains the entries after the
 * first of these, up to and including the second.
 */
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
    // The error stops the upload, so that a file with an error is never created.
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

/** Reads the entries of the range, oldest first, so slowly that other readers of the partition are not disturbed. */
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
    // An error is ignored: if two runs make an export, each run writes its own file.
    await exports.keep(lease).catch(() => {});
  }
}
