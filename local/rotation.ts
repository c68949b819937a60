// How the service's own keys change without a gap: a new one is added beside the old one, then used, then the old one
// is retired. Each step is a change of settings and nothing else; stage-secrets.ts reads and writes them.

import { randomBytes } from 'node:crypto';
import type { JSONWebKeySet, JWK } from 'jose';
import { makeSecrets } from './settings.ts';

/** What a stage's secrets hold, by the secret's name behind the stage's. */
export type StageSecrets = {
  access: { DATA_KEYS: string; TOKEN_PUBLIC_KEYS: string };
  'token-signing': { TOKEN_SIGNING_KEY: string; NEXT_TOKEN_SIGNING_KEY?: string };
  sandbox: { SANDBOX_KEY: string };
  callback: { NETWORK_CALLBACK_SECRETS: string };
};
export type SecretName = keyof StageSecrets;

export const rotated = ['token', 'data', 'callback'] as const;
export type Rotated = (typeof rotated)[number];
export const steps = ['add', 'use', 'retire'] as const;
export type Step = (typeof steps)[number];

/** Says in one sentence why a step cannot be taken. */
export class CannotRotate extends Error {}

/** What is missing in a stage, made anew; what is there stays as it is. */
export async function fill(known: Partial<StageSecrets>): Promise<Partial<StageSecrets>> {
  const made = await makeSecrets();
  const signing = known['token-signing'];
  // A key that signs is worth nothing as long as its public half is unknown.
  const access = known.access ?? { DATA_KEYS: made.DATA_KEYS, TOKEN_PUBLIC_KEYS: '{"keys":[]}' };
  const withKey = signing
    ? access
    : { ...access, TOKEN_PUBLIC_KEYS: joinKeys(access, made.TOKEN_PUBLIC_KEYS) };
  return {
    ...(known.access && signing ? {} : { access: withKey }),
    ...(signing ? {} : { 'token-signing': { TOKEN_SIGNING_KEY: made.TOKEN_SIGNING_KEY } }),
    ...(known.sandbox ? {} : { sandbox: { SANDBOX_KEY: randomSecret() } }),
    ...(known.callback ? {} : { callback: { NETWORK_CALLBACK_SECRETS: randomSecret() } }),
  };
}

/** The secrets that a step changes, with their new content, in the order in which they are to be written. */
export async function rotate(
  { access, 'token-signing': signing, callback }: StageSecrets,
  what: Rotated,
  step: Step,
): Promise<Partial<StageSecrets>> {
  if (what === 'token') return rotateToken(access, signing, step);
  if (what === 'data')
    return { access: { ...access, DATA_KEYS: rotateList(access.DATA_KEYS, step, newDataKey) } };
  if (step === 'use')
    throw new CannotRotate('Any callback secret is accepted: tell the network the new one, then retire.');
  const secrets = split(callback.NETWORK_CALLBACK_SECRETS);
  if (step === 'add') {
    alone(secrets);
    return { callback: { NETWORK_CALLBACK_SECRETS: [...secrets, randomSecret()].join() } };
  }
  pair(secrets);
  return { callback: { NETWORK_CALLBACK_SECRETS: secrets.slice(1).join() } };
}

async function rotateToken(
  access: StageSecrets['access'],
  { TOKEN_SIGNING_KEY: current, NEXT_TOKEN_SIGNING_KEY: next }: StageSecrets['token-signing'],
  step: Step,
): Promise<Partial<StageSecrets>> {
  const { keys } = parseKeys(access);
  if (step === 'add') {
    alone(keys);
    const made = await makeSecrets();
    return {
      access: { ...access, TOKEN_PUBLIC_KEYS: joinKeys(access, made.TOKEN_PUBLIC_KEYS) },
      'token-signing': { TOKEN_SIGNING_KEY: current, NEXT_TOKEN_SIGNING_KEY: made.TOKEN_SIGNING_KEY },
    };
  }
  if (step === 'use') {
    if (!next) throw new CannotRotate('There is no new key: add one first.');
    return { 'token-signing': { TOKEN_SIGNING_KEY: next } };
  }
  pair(keys);
  if (next) throw new CannotRotate('The new key does not sign yet: use it first.');
  const { kid } = JSON.parse(current) as JWK;
  const TOKEN_PUBLIC_KEYS = JSON.stringify({ keys: keys.filter((key) => key.kid === kid) });
  return { access: { ...access, TOKEN_PUBLIC_KEYS } };
}

/** A list whose first is used: a new one joins behind, comes to the front, and is left alone. */
function rotateList(list: string, step: Step, make: () => string): string {
  const all = split(list);
  if (step === 'add') {
    alone(all);
    return [...all, make()].join();
  }
  pair(all);
  const [first, second] = all;
  return step === 'use' ? [second, first].join() : String(first);
}

function alone(live: readonly unknown[]): void {
  if (live.length > 1) throw new CannotRotate('Two are live already: retire the old one first.');
}

function pair(live: readonly unknown[]): void {
  if (live.length < 2) throw new CannotRotate('There is one alone: add a new one first.');
}

const split = (list: string) => list.split(',').filter(Boolean);
const randomSecret = () => randomBytes(32).toString('hex');
const newDataKey = () => randomBytes(32).toString('base64');
const parseKeys = ({ TOKEN_PUBLIC_KEYS }: StageSecrets['access']) =>
  JSON.parse(TOKEN_PUBLIC_KEYS) as JSONWebKeySet;

function joinKeys(access: StageSecrets['access'], added: string): string {
  const more = JSON.parse(added) as JSONWebKeySet;
  return JSON.stringify({ keys: [...parseKeys(access).keys, ...more.keys] });
}
