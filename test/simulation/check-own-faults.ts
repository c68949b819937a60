// Checks what follows from faults of ours at the PSP: they end no payment, stop payouts once, and let them go on once
// they are mended. Also checks removed payments, and the reasons of failed payments.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Incident } from '../../lib/incident/incident-store.ts';
import { type Case, rowsOf } from './case.ts';
import { denials, type OwnFaults, type Spell } from './own-faults.ts';

/** An answer of the PSP may be noted some seconds after the fault was mended (ms). */
const noteMs = 30_000;
/** Time for which containers may not know yet that the PSP refuses us (ms). */
const knownMs = 20_000;
/** Maximum rate of payments that try the PSP again while it refuses us (ms). */
const probeMs = 30_000;
const dayMs = 86_400_000;
const stopped = 'Payouts are stopped at the PSP';

export function checkOwnFaults(judged: Case): void {
  const { ownFaults } = judged.world;
  if (!ownFaults) return;
  for (const cashout of rowsOf<Cashout>(judged.stored, 'CashoutsTable')) {
    const { status, recipient } = cashout;
    if ((status !== 'ERROR' && status !== 'CANCELLED') || recipient?.ownAccount) continue;
    if (cashout.reservedAt) checkHeld(judged, cashout, ownFaults);
    else checkNeverHeld(judged, cashout, ownFaults);
  }
  checkStops(judged, ownFaults);
  // Refusals of a company whose payment alone was refused before stop nothing, so its payments are all tried.
  type Row = { doubts?: unknown[] };
  const hasDoubts = rowsOf<Row>(judged.stored, 'MarkersTable').some(({ doubts }) => doubts?.length);
  if (!hasDoubts) for (const spell of ownFaults.spells) checkSends(judged, spell);
}

/** Checks that a payment that was sent failed for a reason of its own, and that the reason is its own. */
function checkHeld({ world, fail }: Case, cashout: Cashout, { told, spells }: OwnFaults): void {
  const { id, status, failureCode, failureText = '', endedByPeople, endedAt = '', request } = cashout;
  if (endedByPeople) return;
  const verdict = [...world.rail.payments.values()].find(
    ({ order }) => order.reference === String(id),
  )?.verdict;
  // A charge that cannot be read, or has changed, is a reason of its own, unless the PSP refuses to read it because of us.
  const isDenied = spells.some((spell) => spell.kind in denials && isDuring(spell, endedAt));
  const isCode = request.copyAndPaste !== undefined && !(isDenied && failureText.includes('ser lida'));
  if (!verdict && !isCode && !world.pspRefusals.has(String(id)))
    fail('I59', `${id} is ${status} because of us: ${failureText}`);
  if (!verdict) return;
  const { codigo, motivo } = told.get(String(id)) ?? {};
  const isTold = failureCode === codigo || (motivo && failureText === `ED05 - ${motivo}`);
  if (failureCode !== 'ED05' && !isTold)
    fail('I61', `${id} ends with ${failureCode} ${failureText}, and the PSP has told ${codigo} ${motivo}`);
}

/** Checks that a cashout ends because payouts are stopped only if it could not be held for a day. */
function checkNeverHeld({ fail }: Case, cashout: Cashout, { spells }: OwnFaults): void {
  const { id, approvedAt, createdAt, endedAt = '', failureText, tries } = cashout;
  if (failureText === 'Pix directory gave no answer' && spells.length === 0)
    fail('I59', `${id} ends, and nothing was asked`);
  if (failureText !== stopped) return;
  const since = Date.parse(approvedAt ?? createdAt);
  // A scheduled cashout ends on the day of its start.
  if (!cashout.startsAt && Date.parse(endedAt) - since < dayMs)
    fail('I59', `${id} is not held for less than a day, and ends`);
  // The first try of a scheduled cashout is also its last one if it comes after the day.
  if (tries === 0 && !cashout.startsAt) fail('I59', `${id} was never tried, and ends`);
  if (!spells.some(({ from, until }) => until + noteMs > since && from < Date.parse(endedAt)))
    fail('I59', `${id} ends because of us, and there was no fault`);
}

function checkStops({ stored, fail }: Case, { spells, takenAt }: OwnFaults): void {
  const incidents = rowsOf<Incident>(stored, 'IncidentsTable').filter(
    ({ kind }) => kind === 'payouts_stopped',
  );
  for (const { id, at } of incidents)
    if (!spells.some((spell) => isDuring(spell, at))) fail('I59', `${id}: there was no fault`);
  for (const spell of spells) {
    const own = incidents.filter(({ at }) => isDuring(spell, at));
    const others = spells.filter((one) => one !== spell && own.some(({ at }) => isDuring(one, at)));
    if (own.length > 1 + others.length)
      fail('I59', `one fault (${spell.kind}) has ${own.length} incidents: ${own.map(({ id }) => id)}`);
  }
  // The worker that hears the first refusal may die before it tells anybody.
  const refused = spells.find(({ refused }) => refused.length > 2);
  if (refused && !incidents.some(({ at }) => Date.parse(at) <= (refused.refused.at(-1) ?? 0) + noteMs))
    fail('I59', `${refused.kind}: the PSP refuses payments, and nobody is told`);
  type Row = { id: string; stop?: { refusedAt: string; word: string } };
  for (const { id, stop } of rowsOf<Row>(stored, 'MarkersTable'))
    if (stop && takenAt() > Date.parse(stop.refusedAt) + knownMs)
      fail('I59', `${id} is still stopped by ${stop.word}, and has taken a payment since`);
}

const isDuring = ({ from, until }: Spell, at: string): boolean =>
  Date.parse(at) >= from - 1_000 && Date.parse(at) <= until + noteMs;

/** Checks that few payments try the PSP while it refuses us. */
function checkSends({ fail }: Case, { kind, refused }: Spell): void {
  const [first = 0] = refused;
  const late = refused.filter((at) => at > first + knownMs);
  const last = late.at(-1) ?? first;
  const most = 2 + (last - first) / probeMs;
  if (late.length > most)
    fail(
      'I59',
      `${late.length} payments are sent in ${(last - first) / 1_000} s while the PSP refuses us (${kind})`,
    );
}
