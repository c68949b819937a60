// Draws the recovery of a payment that was a fraud, as a part of the payment's page: its state, or the form
// of a request.

import { situations } from '../base/situations.ts';
import type { Cashout } from '../cashout/cashout.ts';
import {
  isOver,
  isWithPerson,
  type Recovery,
  type RecoveryStatus,
  whyNotRecoverable,
} from '../funds-recovery/recovery.ts';
import { detailsMost } from '../funds-recovery/schemas.ts';
import { type Html, h } from '../page/elements.ts';
import { minuteIn } from '../page/formats.ts';
import { button, card, type Fact, facts, field, form, pill, type Tone } from '../page/parts.ts';
import type { View } from './shell.ts';

export const recoveryPath = (id: number): string => `/console/cashouts/${id}/recovery`;

/** What an approver sees. `mayRequest`: no recovery exists, and the payment can be recovered. */
export type ShownRecovery = {
  recovery?: Recovery;
  mayRequest: boolean;
  requester?: string | null | undefined;
};

export const shownRecovery = (cashout: Cashout, recovery: Recovery | undefined, now: Date): ShownRecovery =>
  recovery ? { recovery, mayRequest: false } : { mayRequest: whyNotRecoverable(cashout, now) === undefined };

/** The looks of the states. */
export const recoveryTones: Readonly<Record<RecoveryStatus, Tone>> = {
  REQUESTED: 'wait',
  UNDER_WAY: 'run',
  COMPLETED: 'good',
  REFUSED: 'bad',
  CANCELLED: 'over',
  BY_HAND: 'over',
};

/** Draws the part of the payment's page. It is empty if there is nothing to show or to request. */
export function drawRecovery(
  view: View,
  id: number,
  { recovery, mayRequest, requester }: ShownRecovery,
): Html | '' {
  if (recovery) return drawState(view, recovery, requester);
  return mayRequest ? drawRequest(view, id) : '';
}

/** Draws the form of a request. It is folded, because most payments are no fraud. */
function drawRequest({ words }: View, id: number): Html {
  return h.details(
    { class: 'card', id: 'recovery' },
    h.summary(words.recovery),
    h.p({ class: 'soft' }, words.recoveryNote),
    form(
      recoveryPath(id),
      field({
        name: 'situation',
        label: words.recoverySituation,
        options: situations.map((one) => [one, words.recoverySituations[one]] as const),
      }),
      field({
        name: 'details',
        label: words.recoveryDetails,
        hint: words.recoveryDetailsNote,
        rows: 6,
        more: { maxlength: detailsMost },
      }),
      h.p(button(words.checkRecovery, 'plain')),
    ),
  );
}

function drawState(view: View, recovery: Recovery, requester: string | null | undefined): Html {
  const { words, language } = view;
  const { cashoutId, status, pspStatus, refusal, cancelRefusal, cancelAskedAt, requestedAt } = recovery;
  const isOpen = !isOver(recovery);
  const mayCancel = isOpen && !isWithPerson(recovery) && cancelAskedAt === undefined;
  return card(
    {
      title: words.recovery,
      more: pill(recoveryTones[status], words.recoveryPills[status]),
      id: 'recovery',
    },
    facts([
      [words.status, isWithPerson(recovery) ? words.recoveryWithPerson : words.recoveryStates[status]],
      [words.recoveryPspWord, pspStatus],
      ...toldFacts(view, recovery),
      [words.recoveryRequestedBy, requester ?? words.unnamed],
      [words.recoveryRequestedAt, `${minuteIn(language, requestedAt)} (${words.zone})`],
      [words.recoveryRefusal, refusal],
      [words.recoveryCancelRefusal, cancelRefusal],
    ]),
    isOpen && cancelAskedAt !== undefined ? h.p({ class: 'soft' }, words.recoveryCancelAsked) : '',
    mayCancel ? form(`${recoveryPath(cashoutId)}/cancel`, button(words.checkCancelRecovery, 'danger')) : '',
  );
}

/** Returns what the PSP is told. */
export const toldFacts = (
  { words }: View,
  { situation, details }: Pick<Recovery, 'situation' | 'details'>,
): readonly Fact[] => [
  [words.recoverySituation, words.recoverySituations[situation]],
  [words.recoveryReport, details],
];
