// Rotates the service's own keys without an interruption. A new key is added next to the old one, then used, then the
// old one is retired. Each step only changes settings; stage-secrets.ts reads and writes them.

import { randomBytes } from 'node:crypto';
import type { JSONWebKeySet, JWK } from 'jose';
import { makeSecrets } from '../local/settings.ts';

/** The contents of a stage's secrets, each by the name of the secret without the stage. */
export type StageSecrets = {
  /** A key in `NEXT_…` was added but is not used yet. */
  callers: {
    DATA_KEYS: string;
    NEXT_DATA_KEY?: string;
    TOKEN_PUBLIC_KEYS: string;
    RECEIPT_PUBLIC_KEYS?: string;
  };
  'token-signing': { TOKEN_SIGNING_KEY: string; NEXT_TOKEN_SIGNING_KEY?: string };
  'receipt-signing': {
    RECEIPT_SIGNING_KEY: string;
    RECEIPT_CODE_KEY: string;
    NEXT_RECEIPT_SIGNING_KEY?: string;
  };
  /** Exists only in a stage with a sandbox. */
  sandbox?: { SANDBOX_KEY: string };
  callback: { NETWORK_CALLBACK_SECRETS: string };
};
export type SecretName = keyof StageSecrets;

export const rotated = ['token', 'receipt', 'data', 'callback'] as const;
export type Rotated = (typeof rotated)[number];
export const steps = ['add', 'use', 'retire'] as const;
export type Step = (typeof steps)[number];

/** Explains in one sentence why a step is not possible. */
export class CannotRotate extends Error {}

/** Makes the secrets that a stage lacks. Keys that exist are not changed. */
export async function fill(
  known: Partial<StageSecrets>,
  names: readonly SecretName[],
): Promise<Partial<StageSecrets>> {
  const made = await makeSecrets();
  const { 'token-signing': signing, 'receipt-signing': receipt } = known;
  const callers = known.callers ?? { DATA_KEYS: made.DATA_KEYS, TOKEN_PUBLIC_KEYS: noKeys };
  // The public key of an existing signing key is published too. Otherwise nobody could verify the tokens that this key
  // signs.
  const token = signing ? publicHalf(signing.TOKEN_SIGNING_KEY) : made.TOKEN_PUBLIC_KEYS;
  const ofReceipts = receipt ? publicHalf(receipt.RECEIPT_SIGNING_KEY) : made.RECEIPT_PUBLIC_KEYS;
  const { RECEIPT_SIGNING_KEY, RECEIPT_CODE_KEY } = made;
  const joined = {
    ...(known.callers && signing ? {} : { TOKEN_PUBLIC_KEYS: joinKeys(callers.TOKEN_PUBLIC_KEYS, token) }),
    ...(known.callers?.RECEIPT_PUBLIC_KEYS && receipt
      ? {}
      : { RECEIPT_PUBLIC_KEYS: joinKeys(callers.RECEIPT_PUBLIC_KEYS, ofReceipts) }),
  };
  return {
    ...(Object.keys(joined).length > 0 ? { callers: { ...callers, ...joined } } : {}),
    ...(signing ? {} : { 'token-signing': { TOKEN_SIGNING_KEY: made.TOKEN_SIGNING_KEY } }),
    ...(receipt ? {} : { 'receipt-signing': { RECEIPT_SIGNING_KEY, RECEIPT_CODE_KEY } }),
    ...(known.sandbox || !names.includes('sandbox') ? {} : { sandbox: { SANDBOX_KEY: randomSecret() } }),
    ...(known.callback ? {} : { callback: { NETWORK_CALLBACK_SECRETS: randomSecret() } }),
  };
}

/** Returns the secrets that a step changes, with their new content, in the order in which they must be written. */
export async function rotate(
  secrets: StageSecrets,
  what: Rotated,
  step: Step,
): Promise<Partial<StageSecrets>> {
  if (what === 'token') return rotateToken(secrets, step);
  if (what === 'receipt') return rotateReceipt(secrets, step);
  if (what === 'data') return { callers: rotateData(secrets.callers, step) };
  return { callback: rotateCallback(secrets.callback, step) };
}

async function rotateToken(
  { callers, 'token-signing': signing }: StageSecrets,
  step: Step,
): Promise<Partial<StageSecrets>> {
  const { TOKEN_SIGNING_KEY: current, NEXT_TOKEN_SIGNING_KEY: next } = signing;
  const { keys } = parseKeys(callers.TOKEN_PUBLIC_KEYS);
  if (step === 'add') {
    alone(keys);
    const made = await makeSecrets();
    return {
      callers: { ...callers, TOKEN_PUBLIC_KEYS: joinKeys(callers.TOKEN_PUBLIC_KEYS, made.TOKEN_PUBLIC_KEYS) },
      'token-signing': { TOKEN_SIGNING_KEY: current, NEXT_TOKEN_SIGNING_KEY: made.TOKEN_SIGNING_KEY },
    };
  }
  if (step === 'use') return { 'token-signing': { TOKEN_SIGNING_KEY: added(next) } };
  used(keys, next);
  const { kid } = JSON.parse(current) as JWK;
  const TOKEN_PUBLIC_KEYS = JSON.stringify({ keys: keys.filter((key) => key.kid === kid) });
  return { callers: { ...callers, TOKEN_PUBLIC_KEYS } };
}

/**
 * Rotates the key of receipts. Published keys stay, because receipts are verified for years. `retire` is only for
 * leaked keys.
 */
async function rotateReceipt(
  { callers, 'receipt-signing': signing }: StageSecrets,
  step: Step,
): Promise<Partial<StageSecrets>> {
  const { NEXT_RECEIPT_SIGNING_KEY: next, ...current } = signing;
  if (step === 'use') return { 'receipt-signing': { ...current, RECEIPT_SIGNING_KEY: added(next) } };
  if (step === 'add') {
    if (next) throw new CannotRotate('There is a new key already: use it first.');
    const made = await makeSecrets();
    const RECEIPT_PUBLIC_KEYS = joinKeys(callers.RECEIPT_PUBLIC_KEYS, made.RECEIPT_PUBLIC_KEYS);
    return {
      callers: { ...callers, RECEIPT_PUBLIC_KEYS },
      'receipt-signing': { ...current, NEXT_RECEIPT_SIGNING_KEY: made.RECEIPT_SIGNING_KEY },
    };
  }
  used(parseKeys(callers.RECEIPT_PUBLIC_KEYS).keys, next);
  return { callers: { ...callers, RECEIPT_PUBLIC_KEYS: publicHalf(current.RECEIPT_SIGNING_KEY) } };
}

/**
 * Rotates the key that encrypts data. The first key in the list encrypts. `add` appends a new key, `use` moves it to
 * the front, and `retire` removes the others.
 */
function rotateData(callers: StageSecrets['callers'], step: Step): StageSecrets['callers'] {
  const { DATA_KEYS, NEXT_DATA_KEY: next, ...rest } = callers;
  const keys = split(DATA_KEYS);
  if (step === 'add') {
    alone(keys);
    const made = randomBytes(32).toString('base64');
    return { ...rest, DATA_KEYS: [...keys, made].join(), NEXT_DATA_KEY: made };
  }
  if (step === 'use') {
    const first = added(next);
    return { ...rest, DATA_KEYS: [first, ...keys.filter((key) => key !== first)].join() };
  }
  used(keys, next);
  return { ...rest, DATA_KEYS: keys.slice(0, 1).join() };
}

/**
 * Rotates the secret of the network's callbacks. Every secret in the list is accepted, so the network may start to use
 * a new secret at any time.
 */
function rotateCallback({ NETWORK_CALLBACK_SECRETS }: StageSecrets['callback'], step: Step) {
  const secrets = split(NETWORK_CALLBACK_SECRETS);
  if (step === 'use')
    throw new CannotRotate(
      'Every callback secret is already accepted: give the network the new one, then retire the old one.',
    );
  if (step === 'add') alone(secrets);
  else used(secrets, undefined);
  const left = step === 'add' ? [...secrets, randomSecret()] : secrets.slice(1);
  return { NETWORK_CALLBACK_SECRETS: left.join() };
}

function alone(live: readonly unknown[]): void {
  if (live.length > 1) throw new CannotRotate('There are two keys already: retire the old one first.');
}

function added(next: string | undefined): string {
  if (!next) throw new CannotRotate('There is no new key: add one first.');
  return next;
}

/** Checks that the new key is in use, so that the old one may be retired. */
function used(live: readonly unknown[], next: string | undefined): void {
  if (live.length < 2) throw new CannotRotate('There is only one key: add a new one first.');
  if (next) throw new CannotRotate('The new key is not used yet: use it first.');
}

const split = (list: string) => list.split(',').filter(Boolean);
const randomSecret = () => randomBytes(32).toString('hex');
const noKeys = '{"keys":[]}';
const parseKeys = (keys = noKeys) => JSON.parse(keys) as JSONWebKeySet;

function joinKeys(known: string | undefined, added: string): string {
  return JSON.stringify({ keys: [...parseKeys(known).keys, ...parseKeys(added).keys] });
}

function publicHalf(signingKey: string): string {
  const { d: _, ...key } = JSON.parse(signingKey) as JWK;
  return JSON.stringify({ keys: [key] });
}
