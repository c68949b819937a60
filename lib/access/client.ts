// Defines an API client: its secrets, and whether its calls are accepted.

import type { Identity } from './tokens.ts';

/** The client secret as a hash, and the HMAC secret encrypted. */
export type ClientSecrets = { secretHash: string; sealedHmacSecret: string };

export type Client = ClientSecrets & {
  clientId: string;
  companyId: string;
  userId: string;
  audience: Identity['audience'];
  active: boolean;
  /** Secrets that rotations have replaced, latest first. Each pair is accepted until its `until` (ISO, UTC). */
  oldSecrets?: (ClientSecrets & { until: string })[];
  /** Its addresses change all the time, so a new one is no sign of a stolen secret (place.ts). */
  roams?: true;
  /** Time at which the client was frozen (ISO, UTC). */
  frozenAt?: string;
};

/** Maximum number of old secrets. It is enough for a rotation that is repeated because its answer was lost. */
export const oldSecretsMax = 5;

/** Returns whether the client's tokens and signatures are accepted. */
export function isAdmitted({ active, frozenAt }: Pick<Client, 'active' | 'frozenAt'>): boolean {
  return active && frozenAt === undefined;
}

/** Returns the valid secrets: the current secrets, and each older pair until its end. */
export function liveSecrets<Secrets extends object>(
  current: Secrets,
  oldSecrets: readonly (Secrets & { until: string })[] | undefined,
  now: Date,
): Secrets[] {
  return [current, ...(oldSecrets ?? []).filter(({ until }) => until > now.toISOString())];
}

/**
 * Returns the secrets after a rotation: the new secrets, and the old secrets that are still valid, at most until
 * `until`.
 */
export function rotateSecrets(client: Client, next: ClientSecrets, until: string, now: Date) {
  const { secretHash, sealedHmacSecret, oldSecrets = [] } = client;
  const capped = oldSecrets.map((old) => ({ ...old, until: old.until < until ? old.until : until }));
  const live = [{ secretHash, sealedHmacSecret, until }, ...capped];
  return { ...next, oldSecrets: live.filter((old) => old.until > now.toISOString()) };
}
