// What opens the PSP's door, from Secrets Manager. The client reads it again when it is refused, which is how a rotation
// is noticed.

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
