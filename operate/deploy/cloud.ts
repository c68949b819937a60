// Opens the AWS services that a deployment calls in one region, and defines how a deployment waits and prints.

import { CloudFormationClient, type CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { Stop } from '../../local/stop.ts';

export type Cloud = {
  /** The settings of every AWS client. */
  settings: Pick<CloudFormationClientConfig, 'requestHandler' | 'credentials'> & { region: string };
  region: string;
  account: string;
  /** The ARN of the user or role that deploys. */
  caller: string;
  cloudformation: CloudFormationClient;
  s3: S3Client;
  /** Whether the cloud is an emulated AWS. In an emulated AWS, drift is not detected, and GitHub is not changed. */
  isEmulated: boolean;
  /** The milliseconds between two checks of an operation in progress. */
  pauseMs: number;
  /** The longest wait for an operation on a stack, in minutes, except while an index is built. */
  minutesMax: number;
  /** Prints a line of progress. */
  say: (line: string) => void;
};

/** Returns whether the endpoint is an emulated AWS on this machine. */
export const isEmulated = () =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(
    new URL(process.env.AWS_ENDPOINT_URL || 'https://aws').hostname,
  );

/** @throws Stop if there are no credentials, or if AWS refuses them */
export async function openCloud(region: string, say: Cloud['say']): Promise<Cloud> {
  const settings = { region };
  try {
    const { Account: account = '', Arn: caller = '' } = await new STSClient(settings).send(
      new GetCallerIdentityCommand({}),
    );
    return {
      ...{ settings, region, account, caller, say },
      cloudformation: new CloudFormationClient(settings),
      s3: new S3Client({ ...settings, forcePathStyle: isEmulated() }),
      isEmulated: isEmulated(),
      pauseMs: isEmulated() ? 100 : 5_000,
      minutesMax: 60,
    };
  } catch (error) {
    if (isEmulated())
      throw new Stop(
        `The emulated AWS at ${process.env.AWS_ENDPOINT_URL} does not answer to STS: ${error instanceof Error ? error.message : error}`,
        'Start it with sts, iam, cloudformation, s3, secretsmanager, lambda and kms (LocalStack: SERVICES).',
      );
    throw new Stop(
      `AWS does not know who you are: ${error instanceof Error ? error.message : error}`,
      'Sign in (aws sso login, or aws configure), or name a profile with --profile.',
    );
  }
}
