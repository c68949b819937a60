// Fills the secrets of a deployed stage in Secrets Manager once, and rotates them step by step. Values are never shown.

import { createHash } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { JSONWebKeySet } from 'jose';
import {
  CannotRotate,
  fill,
  type Rotated,
  rotate,
  type SecretName,
  type StageSecrets,
  type Step,
} from './rotation.ts';

export const secretNames: readonly SecretName[] = [
  'callers',
  'token-signing',
  'receipt-signing',
  'sandbox',
  'callback',
];
/**
 * The minutes until a new secret is used everywhere. Containers read secrets again after five minutes, and others may
 * cache our public keys for another five minutes.
 */
const spreadMinutes = 10;
/** The longest lifetime of a token in minutes. It is added to `spreadMinutes`. */
const tokenMinutes = 30;

type Options = { stage: string; manager: SecretsManagerClient; now: () => Date };
type Found = {
  /** The secrets that the stage has, whether they are filled or empty. */
  names: SecretName[];
  secrets: Partial<StageSecrets>;
  writtenAt: Partial<Record<SecretName, Date>>;
};

const idOf = (stage: string, name: SecretName) => `pix-cashout-${stage}-${name}`;

/**
 * Fills the empty secrets.
 * @returns the names of these secrets
 */
export async function fillSecrets(options: Options): Promise<string[]> {
  const { names, secrets } = await readAll(options);
  return writeAll(options, await fill(secrets, names));
}

/**
 * Does one step of a rotation. Refuses the step until the previous step has reached every container, unless the
 * rotation is urgent.
 * @returns the names of the changed secrets
 */
export async function rotateSecret(
  options: Options,
  what: Rotated,
  step: Step,
  isUrgent: boolean,
): Promise<string[]> {
  const { names, secrets, writtenAt } = await readAll(options);
  const missing = names.filter((name) => !secrets[name]);
  if (missing.length > 0)
    throw new CannotRotate(`These secrets are still empty: ${missing.join(', ')}. Run: secrets init`);
  if (what === 'receipt' && step === 'retire' && !isUrgent)
    throw new CannotRotate(
      'Receipts are verified for years. Retire old keys only if one has leaked, with --now.',
    );
  const waited = waitFor(what, step);
  const since = writtenAt[waited.secret];
  const early = waited.minutes * 60_000 - (options.now().getTime() - (since?.getTime() ?? 0));
  if (early > 0 && !isUrgent) {
    const minutes = Math.ceil(early / 60_000);
    throw new CannotRotate(
      `The last step may not have reached every container: try again in ${minutes} min, or use --now.`,
    );
  }
  return writeAll(options, await rotate(secrets as StageSecrets, what, step));
}

/**
 * Describes a stage's secrets without their values. Keys are shown by their ids or by the beginning of their digests.
 */
export async function describeSecrets(options: Options): Promise<Record<string, string>> {
  const { names, secrets, writtenAt } = await readAll(options);
  const digests = (list: string) =>
    list
      .split(',')
      .map((one) => digest(one))
      .join(', ');
  const { callers, 'token-signing': signing, 'receipt-signing': receipt, sandbox, callback } = secrets;
  const kids = (set = '{"keys":[]}') =>
    (JSON.parse(set) as JSONWebKeySet).keys.map((key) => key.kid).join(', ');
  const kid = (key: string | undefined) => (key ? (JSON.parse(key) as { kid: string }).kid : 'none');
  const empty = 'empty';
  return {
    'token keys that verify': callers ? kids(callers.TOKEN_PUBLIC_KEYS) : empty,
    'token key that signs': signing ? kid(signing.TOKEN_SIGNING_KEY) : empty,
    'token key to come': signing ? kid(signing.NEXT_TOKEN_SIGNING_KEY) : empty,
    'receipt keys that verify': callers ? kids(callers.RECEIPT_PUBLIC_KEYS) : empty,
    'receipt key that signs': receipt ? kid(receipt.RECEIPT_SIGNING_KEY) : empty,
    'receipt key to come': receipt ? kid(receipt.NEXT_RECEIPT_SIGNING_KEY) : empty,
    'data keys (the first seals)': callers ? digests(callers.DATA_KEYS) : empty,
    'callback secrets': callback ? digests(callback.NETWORK_CALLBACK_SECRETS) : empty,
    ...(names.includes('sandbox') ? { 'sandbox key': sandbox ? digests(sandbox.SANDBOX_KEY) : empty } : {}),
    ...Object.fromEntries(
      Object.entries(writtenAt).map(([name, at]) => [`${name} written`, at.toISOString()]),
    ),
  };
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** Returns how many minutes a step must wait after a secret was written, and which secret that is. */
function waitFor(what: Rotated, step: Step): { secret: SecretName; minutes: number } {
  if (what === 'token' && step === 'retire')
    return { secret: 'token-signing', minutes: spreadMinutes + tokenMinutes };
  return {
    secret: what === 'callback' ? 'callback' : 'callers',
    minutes: step === 'add' ? 0 : spreadMinutes,
  };
}

async function readAll({ stage, manager }: Options): Promise<Found> {
  const found: Found = { names: [...secretNames], secrets: {}, writtenAt: {} };
  for (const name of secretNames) {
    try {
      const answer = await manager.send(new GetSecretValueCommand({ SecretId: idOf(stage, name) }));
      Object.assign(found.secrets, { [name]: JSON.parse(answer.SecretString ?? '{}') });
      if (answer.CreatedDate) found.writtenAt[name] = answer.CreatedDate;
    } catch (error) {
      // AWS gives this error for a secret without a value too. If the secret does not exist at all, the write will
      // fail.
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  }
  const hasSandbox = found.secrets.sandbox || (await isThere({ stage, manager }, 'sandbox'));
  if (!hasSandbox) found.names = secretNames.filter((name) => name !== 'sandbox');
  return found;
}

/** Returns whether the stage has a secret with this name, whether it is filled or empty. */
async function isThere({ stage, manager }: Omit<Options, 'now'>, name: SecretName): Promise<boolean> {
  try {
    await manager.send(new DescribeSecretCommand({ SecretId: idOf(stage, name) }));
    return true;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return false;
  }
}

async function writeAll({ stage, manager }: Options, changed: Partial<StageSecrets>): Promise<string[]> {
  const written = secretNames.filter((name) => changed[name]);
  for (const name of written) {
    const SecretString = JSON.stringify(changed[name]);
    await manager.send(new PutSecretValueCommand({ SecretId: idOf(stage, name), SecretString }));
  }
  return written;
}
