// Simulates faults of ours at the PSP, in spells: a wrong key, a blocked account, too little money for codes, refused
// credentials. Each is mended later. Also simulates our operator in the PSP's panel, who removes payments, and the PSP's
// callbacks with the reason of a failed payment.

import { answerOf } from '../../tools/psp-documents.ts';
import type { OwnAccount, PspReply, PspRequest } from '../psp/fake-psp.ts';
import { makeDice } from './dice.ts';
import type { Rail } from './rail.ts';
import type { Scheduler } from './scheduler.ts';

export const ourKey = 'us@example.com';

/** The refusals of every call. */
export const denials = {
  'credentials refused': { status: 401, body: { error: 'invalid_token' } },
  'permission missing': answerOf('efi', 'any', 'insufficient_scope'),
  'certificate refused': answerOf('efi', 'any', 'Forbidden'),
} satisfies Record<string, PspReply>;
/** The faults of our account. The fake PSP knows their answers. */
const accountFaults = {
  'key mistyped': { key: 'typo@example.com' },
  'account blocked': { isBlocked: true },
  'short at a code': { isShort: true },
} satisfies Record<string, OwnAccount>;
const sound = { key: ourKey, isBlocked: false, isShort: false } satisfies OwnAccount;
/** The secret of another account was stored by mistake. */
const swapped = 'secret of another account';
type SpellKind = keyof typeof denials | keyof typeof accountFaults | typeof swapped;
/** Faults that only the answer to a payment shows. They happen more often. */
const mostly: readonly SpellKind[] = ['key mistyped', 'key mistyped', 'account blocked'];

/** `refused`: the times of the payments that were sent and refused because of us. Times are ms since 1970. */
export type Spell = { kind: SpellKind; from: number; until: number; refused: number[] };
export type Reason = { codigo: string; motivo: string };

/** A payment is removed only when each run that has not seen it at the PSP must have ended (ms). */
const seenMs = 60_000;
const reasons: readonly Reason[] = [
  { codigo: 'AC03', motivo: 'Agência ou conta inválida' },
  { codigo: 'DS04', motivo: 'Rejeitada pelo recebedor' },
  { codigo: 'AB09', motivo: 'Erro no participante recebedor' },
  { codigo: 'X999', motivo: 'Motivo sem tabela' },
  { codigo: '', motivo: '' },
];

/** Sends a callback of the PSP. */
type CallBack = (content: object) => Promise<unknown>;

export type OwnFaults = ReturnType<typeof makeOwnFaults>;

type Options = { seed: number; scheduler: Scheduler; rail: Rail };

export function makeOwnFaults({ seed, scheduler, rail }: Options) {
  // Other dice than the world's, so that the other draws of a seed stay as they are.
  const dice = makeDice(seed + 1_000_003);
  // The first draws of neighbouring seeds are alike.
  for (let draws = 0; draws < 20; draws++) dice.fraction();
  const own: OwnAccount = { ...sound, removed: rail.removed };
  const spells: Spell[] = [];
  /** The spell that lasts. */
  let present: Spell | undefined;
  /** When the service noted that the PSP has a payment, by its reference. */
  const seenAt = new Map<string, number>();
  /** The last time when the service was told that the PSP has taken a payment that it had sent. */
  let takenAt = 0;
  /** The reasons that callbacks have given, by the reference of the payment. */
  const told = new Map<string, Reason>();
  let callBack: CallBack | undefined;
  const hearers: (() => void)[] = [];
  /** The references of payments that are not removed. */
  const kept = new Set<string>();
  let isOn = false;
  const [isTroubled, removes] = [dice.chance(0.8), dice.chance(0.8)];
  /** Whether the first fault is mended only after more than a day. */
  const lasts = dice.chance(0.25);

  function begin(): void {
    const kind = dice.pick([
      ...Object.keys(denials),
      ...Object.keys(accountFaults),
      ...mostly,
      swapped,
      swapped,
    ] as SpellKind[]);
    present = { kind, from: scheduler.now(), until: Number.POSITIVE_INFINITY, refused: [] };
    spells.push(present);
    Object.assign(own, kind in accountFaults ? accountFaults[kind as keyof typeof accountFaults] : {});
    scheduler.note(`  our fault at the PSP: ${kind}`);
    for (const hear of hearers) hear();
  }

  function mend(): void {
    if (!present) return;
    present.until = scheduler.now();
    scheduler.note(`  our fault at the PSP is mended: ${present.kind}`);
    present = undefined;
    Object.assign(own, sound);
    for (const hear of hearers) hear();
  }

  /** Lets spells come and go. */
  function turn(): void {
    if (!isOn || (present && lasts)) return;
    const wait = present ? dice.between(5_000, 240_000) : dice.pick([20_000, 120_000, 1_500_000, 40_000_000]);
    if (present) mend();
    else begin();
    scheduler.at(scheduler.now() + wait, turn);
  }

  /** Our operator removes a payment that the PSP has not made yet. */
  function remove(): void {
    if (!isOn) return;
    scheduler.at(scheduler.now() + dice.between(2_000, 20_000), remove);
    const open = [...rail.payments.values()].filter(({ order, knownFrom }) => {
      if (kept.has(order.reference)) return false;
      const at = seenAt.get(order.reference) ?? Number.POSITIVE_INFINITY;
      return knownFrom > scheduler.now() && scheduler.now() - at > seenMs;
    });
    if (open.length === 0 || !dice.chance(0.5)) return;
    const { order } = dice.pick(open);
    rail.remove(order);
    scheduler.note(`  ${order.reference} is removed at the PSP`);
  }

  return {
    own,
    spells,
    told,
    removed: rail.removed,
    missed: rail.missed,
    takenAt: () => takenAt,

    /** Starts the spells. `by`: sends the PSP's callbacks. */
    start(by: CallBack): void {
      callBack = by;
      isOn = true;
      if (isTroubled) scheduler.at(scheduler.now() + dice.between(100, 30_000), turn);
      if (removes) scheduler.at(scheduler.now() + dice.between(5_000, 60_000), remove);
    },
    /** Ends everything that happens by itself. A fault that lasts is not mended yet. */
    stop: () => {
      isOn = false;
    },
    mend,
    /** Returns whether the present fault lasts for longer than a day. */
    outlastsDay: () => present !== undefined && (lasts || dice.chance(0.3)),

    /** Keeps a payment from being removed. */
    keep: (reference: string): void => void kept.add(reference),

    /** Calls back when a fault begins or is mended. */
    onTurn: (hear: () => void): void => void hearers.push(hear),
    /** Returns whether a function starts anew now. */
    startsAnew: (): boolean => dice.chance(0.5),
    hasOthersSecret: (): boolean => present?.kind === swapped,

    /** Returns the PSP's refusal if it refuses every call. */
    denies: (): PspReply | undefined =>
      present && present.kind in denials ? denials[present.kind as keyof typeof denials] : undefined,

    /** Notes the answer to a call that the service gets. */
    note({ method }: PspRequest, { status }: PspReply, isOwnFault: boolean): void {
      if (method !== 'PUT') return;
      if (isOwnFault) present?.refused.push(scheduler.now());
      else if (status < 300) takenAt = scheduler.now();
    },

    /** Notes that the service has stored that the PSP has the payment. */
    noteSeen(reference: string): void {
      if (!seenAt.has(reference)) seenAt.set(reference, scheduler.now());
    },

    /** Sends the callback with the reason of a failed payment, or not, or twice. */
    explain(reference: string): void {
      if (!callBack || told.has(reference)) return;
      const erro = dice.pick(reasons);
      told.set(reference, erro);
      const notice = { tipo: 'SOLICITACAO', gnExtras: { idEnvio: reference, erro } };
      for (let times = dice.pick([0, 1, 1, 2]); times > 0; times--)
        scheduler.at(scheduler.now() + dice.between(0, 90_000), () => void callBack?.({ pix: [notice] }));
    },
  };
}
