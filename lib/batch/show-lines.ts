// Shows the lines of a batch in pages. Lines that need attention come first.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type Policy, rightsOf } from '../account/policy.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Base } from '../platform/deps.ts';
import { type Batch, linesPerPage } from './batch.ts';
import type { Page } from './batch-store.ts';
import type { WithBatches } from './deps.ts';
import { findBatch } from './find-batch.ts';
import type { Line } from './line-pages.ts';
import { type LineState, lineStates } from './line-progress.ts';
import type { LinePosition } from './requests.ts';

type Deps = Base & WithAccounts & WithBatches;

type Wanted = { status?: LineState | undefined; after?: LinePosition | undefined; limit: number };

/** Reads all lines, in the order in which they were sent. */
export async function readAllLines(deps: Deps, caller: Identity, id: string) {
  const { row: batch, policy } = await findBatch(deps, caller, id);
  const pages = await deps.batches.getPages(batch, [...batch.tallies.keys()]);
  return { batch, lines: pages.flatMap((page) => page.lines).map((line) => shownTo(policy, line)) };
}

/** Shows a whole CPF only to callers who may create or approve. Others see it masked, also if it is the PIX key. */
function shownTo(policy: Policy, line: Line): Line {
  if (rightsOf(policy).some((right) => right === 'CREATE' || right === 'APPROVE')) return line;
  const { pixKey, ownerLegalId, recipient } = line.request;
  const request = {
    ...line.request,
    ...(pixKey ? { pixKey: maskTaxId(pixKey) } : {}),
    ...(ownerLegalId ? { ownerLegalId: maskTaxId(ownerLegalId) } : {}),
    ...(recipient ? { recipient: { ...recipient, legalId: maskTaxId(recipient.legalId) } } : {}),
  };
  return { ...line, request };
}

/**
 * Lists lines by state in the order of `lineStates`, and within a state in the order in which they were sent. Reads
 * only pages that contain such lines.
 */
export async function listLines(
  deps: Deps,
  caller: Identity,
  id: string,
  { status, after, limit }: Wanted,
): Promise<{ lines: Line[]; next: LinePosition | null }> {
  const { row: batch, policy } = await findBatch(deps, caller, id);
  const known = new Map<number, Page>();
  const found: Line[] = [];
  for (const [state, index] of pagesInOrder(batch, status, after)) {
    const page = known.get(index) ?? ((await deps.batches.getPages(batch, [index]))[0] as Page);
    known.set(index, page);
    const isAfter = ({ record }: Line) => after?.state !== state || record > after.record;
    found.push(...page.lines.filter((line) => line.progress.state === state && isAfter(line)));
    if (found.length > limit) break;
  }
  const lines = found.slice(0, limit).map((line) => shownTo(policy, line));
  const last = lines.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { lines, next: hasMore ? { state: last.progress.state, record: last.record } : null };
}

function pagesInOrder(
  { tallies }: Batch,
  status: LineState | undefined,
  after: LinePosition | undefined,
): [LineState, number][] {
  const first = after ? lineStates.indexOf(after.state) : 0;
  const states = lineStates.slice(first).filter((state) => !status || state === status);
  return states.flatMap((state) => {
    const from = after?.state === state ? Math.floor((after.record - 1) / linesPerPage) : 0;
    return tallies.flatMap((tally, index): [LineState, number][] =>
      index >= from && tally[state] ? [[state, index]] : [],
    );
  });
}
