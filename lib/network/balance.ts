// Defines the port to the balance of our account at a PSP, and the room for new payments that it leaves.

/** Our money at a PSP. `blockedCents` is the part of the balance that cannot be used. Both may be below zero. */
export type PspBalance = { balanceCents: number; blockedCents: number };
export type ReadBalance = () => Promise<PspBalance>;

/** A PSP whose balance can be read. `place`: its name as rows of cashouts store it. */
export type BalanceAt = { place: string; read: ReadBalance };

/**
 * A balance that was read. `roomCents`: what is left of its usable part after the payments in progress there, below
 * zero if it does not cover them.
 */
export type Room = PspBalance & { roomCents: number; at: string };
