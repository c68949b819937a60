// Restores the previous value of a secret. AWS keeps the previous value, and one call makes it the current value
// again.

import {
  DescribeSecretCommand,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { Stop } from '../local/stop.ts';

/**
 * Makes the previous value current, and the current value previous. So two calls change nothing.
 * @param SecretId the full name of the secret
 * @throws Stop if there is no previous value
 */
export async function putBack(manager: SecretsManagerClient, SecretId: string): Promise<void> {
  const { VersionIdsToStages = {} } = await manager.send(new DescribeSecretCommand({ SecretId }));
  const versionAt = (stage: string) =>
    Object.entries(VersionIdsToStages).find(([, stages]) => stages.includes(stage))?.[0];
  const [now, before] = [versionAt('AWSCURRENT'), versionAt('AWSPREVIOUS')];
  if (!now || !before)
    throw new Stop(`${SecretId} had no value before.`, 'AWS keeps the present value and the one before.');
  await manager.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: before,
      RemoveFromVersionId: now,
    }),
  );
}
