// Reads our certificates and credentials for the PSPs from Secrets Manager. If the PSP refuses them, the client reads
// them again; that is how it finds rotated credentials.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClientSettings } from '../platform/aws-client.ts';
import { pspSecrets, type ReadSecrets } from './psp-client.ts';

export function makeReadSecrets(secretId: string): ReadSecrets {
  const secrets = new SecretsManagerClient(awsClientSettings);
  return async () => {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    return pspSecrets.parse(JSON.parse(SecretString));
  };
}
