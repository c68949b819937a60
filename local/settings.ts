// Stores the secrets of a local stack. The secrets are generated at the first start of the stack and kept with its
// data. In a deployed stage they come from Secrets Manager (infra/bootstrap/secrets.yml).

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { replaceFile } from './replace-file.ts';
import { type Physical, resolve } from './resources.ts';
import type { Service } from './service.ts';

export type Secrets = Record<
  | 'TOKEN_PUBLIC_KEYS'
  | 'TOKEN_SIGNING_KEY'
  | 'RECEIPT_PUBLIC_KEYS'
  | 'RECEIPT_SIGNING_KEY'
  | 'RECEIPT_CODE_KEY'
  | 'DATA_KEYS'
  | 'SANDBOX_KEY'
  | 'NETWORK_CALLBACK_SECRETS',
  string
>;

export async function makeSecrets(): Promise<Secrets> {
  const [token, receipt] = await Promise.all([makeSigningKey(), makeSigningKey('receipt-')]);
  return {
    TOKEN_PUBLIC_KEYS: token.publicKeys,
    TOKEN_SIGNING_KEY: token.signingKey,
    RECEIPT_PUBLIC_KEYS: receipt.publicKeys,
    RECEIPT_SIGNING_KEY: receipt.signingKey,
    RECEIPT_CODE_KEY: randomBytes(32).toString('base64'),
    DATA_KEYS: randomBytes(32).toString('base64'),
    SANDBOX_KEY: 'local',
    NETWORK_CALLBACK_SECRETS: 'local-network-callback',
  };
}

/** @param before a prefix of the key's random id that shows the purpose of the key */
async function makeSigningKey(before = '') {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const named = { kid: `${before}${randomBytes(8).toString('hex')}`, alg: 'ES256', use: 'sig' };
  return {
    publicKeys: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), ...named }] }),
    signingKey: JSON.stringify({ ...(await exportJWK(privateKey)), ...named }),
  };
}

/** Reads the secrets from a file, or generates and stores them. */
export async function keepSecrets(file: string): Promise<Secrets> {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  // Secrets that are missing in the file are generated and added.
  const secrets = { ...(await makeSecrets()), ...kept };
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Returns a function's environment as in Lambda, with references and secrets resolved. */
export function resolveEnvironment(
  environment: Record<string, unknown>,
  physical: Physical,
  given: Record<string, string>,
): Record<string, string> {
  const resolved = resolve(environment, physical) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ ...resolved, ...given }).map(([name, value]) => [name, String(value)]),
  );
}

/** Returns the environment variables of all functions together, so that the functions can run in one process. */
export function wholeEnvironment(service: Service, physical: Physical, given: Record<string, string>) {
  const own = Object.values(service.functions).map(({ environment = {} }) => environment);
  return resolveEnvironment(Object.assign({}, service.provider.environment, ...own), physical, given);
}

/** Lists the settings for which the shell has another value. The local stack ignores the shell's value. */
export function notRead(settings: Readonly<Record<string, string>>, shell: NodeJS.ProcessEnv): string[] {
  return Object.keys(settings)
    .filter((name) => shell[name] !== undefined && shell[name] !== settings[name])
    .sort();
}
