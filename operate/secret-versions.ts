// The value that a secret had before: AWS keeps it, and one call makes it the current one again.

import {
  DescribeSecretCommand,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { Stop } from '../local/stop.ts';

/**
 * Makes the value before the present one current, and keeps the present one as the value before: called twice, nothing has changed.
 * @param SecretId its whole name
 * @throws Stop when there was none
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
