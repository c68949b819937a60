// Reads secret settings: JSON objects in Secrets Manager that override the environment. A container reads them when it
// starts and every five minutes, so a rotation of secrets needs no deployment.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { awsClientSettings } from './aws-client.ts';

export type Settings = Record<string, string | undefined>;

const freshMs = 300_000;
/** Time before a failed read is tried again (ms). */
const againMs = 15_000;
/** Time for which a container uses its last settings while the secrets cannot be read (ms). */
const lastGoodMs = 3_600_000;
const secret = z.record(z.string(), z.string());

/**
 * Makes the function that reads the settings.
 * @returns the function; it returns the same object while nothing has changed
 * @param onFault called if a read failed and earlier settings are used
 */
export function makeReadSettings(
  variables: Settings,
  now: () => Date,
  onFault: (error: unknown) => void,
): () => Promise<Settings> {
  const ids = (variables.SECRET_IDS ?? '').split(',').filter(Boolean);
  if (ids.length === 0) return async () => variables;
  const manager = new SecretsManagerClient(awsClientSettings);
  let known: { settings: Settings; text: string; at: number } | undefined;
  let nextAt = 0;

  return async () => {
    const time = now().getTime();
    if (known && time < nextAt) return known.settings;
    try {
      const texts = await Promise.all(ids.map(readOne));
      const text = texts.join('\n');
      nextAt = time + freshMs;
      const settings =
        known?.text === text
          ? known.settings
          : Object.assign({}, variables, ...texts.map((one) => secret.parse(JSON.parse(one))));
      known = { settings, text, at: time };
    } catch (error) {
      if (!known || time - known.at > lastGoodMs) throw error;
      nextAt = time + againMs;
      onFault(error);
    }
    return known.settings;
  };

  async function readOne(id: string): Promise<string> {
    const { SecretString = '' } = await manager.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString;
  }
}
