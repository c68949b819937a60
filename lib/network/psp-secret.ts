// Reads our certificate and credentials for the PSP from Secrets Manager. If the PSP refuses them, the client reads
// them again; that is how it finds rotated credentials.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClientSettings } from '../platform/aws-client.ts';
import { pspSecret, type ReadSecret } from './psp-client.ts';

export function makeReadSecret(secretId: string): ReadSecret {
  const secrets = new SecretsManagerClient(awsClientSettings);
  return async () => {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    return pspSecret.parse(JSON.parse(SecretString));
  };
}
