// A client of the API: what it may call with, and whether it is let in.

import type { Audience } from './tokens.ts';

/** What a client proves itself with: the secret that gets tokens, hashed, and the one that signs, sealed. */
export type ClientSecrets = { secretHash: string; sealedHmacSecret: string };

export type Client = ClientSecrets & {
  clientId: string;
  companyId: string;
  userId: string;
  audience: Audience;
  active: boolean;
  /** Replaced by a rotation: each is taken beside the current ones until then (ISO, UTC); the latest first. */
  oldSecrets?: (ClientSecrets & { until: string })[];
  /** Since when it is frozen (ISO, UTC). */
  frozenAt?: string;
};

/** Enough for a rotation that is repeated because its answer was lost. */
export const oldSecretsMax = 5;

/** Whether its tokens and signatures are taken. */
export function isAdmitted({ active, frozenAt }: Pick<Client, 'active' | 'frozenAt'>): boolean {
  return active && frozenAt === undefined;
}

/** The secrets that count now: the current ones, and each pair before them until its time. */
export function liveSecrets<Secrets extends object>(
  current: Secrets,
  oldSecrets: readonly (Secrets & { until: string })[] | undefined,
  now: Date,
): Secrets[] {
  return [current, ...(oldSecrets ?? []).filter(({ until }) => until > now.toISOString())];
}

/** What a rotation leaves: the new secrets, and beside them those that still count, none longer than until then. */
export function rotateSecrets(client: Client, next: ClientSecrets, until: string, now: Date) {
  const { secretHash, sealedHmacSecret, oldSecrets = [] } = client;
  const capped = oldSecrets.map((old) => ({ ...old, until: old.until < until ? old.until : until }));
  const live = [{ secretHash, sealedHmacSecret, until }, ...capped];
  return { ...next, oldSecrets: live.filter((old) => old.until > now.toISOString()) };
}
