// Defines the port to the balance of our account at a PSP, and the amount that is left for new payments.

import type { Cents } from '../base/money.ts';

/**
 * Our money at a PSP. `blockedCents` is the part of the balance that cannot be used. Both amounts may be below zero.
 */
export type PspBalance = { balanceCents: Cents; blockedCents: Cents };
export type ReadBalance = () => Promise<PspBalance>;

/** A PSP whose balance can be read. `place`: the PSP's name as rows of cashouts store it. */
export type BalanceAt = { place: string; read: ReadBalance };

/**
 * A balance that was read. `roomCents`: the usable part of the balance minus the payments in progress at the PSP. It is
 * below zero if the balance does not cover these payments.
 */
export type Room = PspBalance & { roomCents: Cents; at: string };
