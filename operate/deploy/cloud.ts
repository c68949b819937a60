// The AWS services that a deployment talks to, in one region, and how it waits and tells.

import { CloudFormationClient, type CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { Stop } from '../../local/stop.ts';

export type Cloud = {
  /** What every client is made with. */
  settings: Pick<CloudFormationClientConfig, 'requestHandler' | 'credentials'> & { region: string };
  region: string;
  account: string;
  /** ARN of whoever deploys. */
  caller: string;
  cloudformation: CloudFormationClient;
  s3: S3Client;
  /** It tells no drift, and GitHub does not hear of it. */
  isEmulated: boolean;
  /** Milliseconds between two looks. */
  pauseMs: number;
  /** Prints a line of progress. */
  say: (line: string) => void;
};

/** An emulated AWS on this machine answers at once. */
export const isEmulated = () =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(
    new URL(process.env.AWS_ENDPOINT_URL || 'https://aws').hostname,
  );

/** @throws Stop when there are no credentials, or AWS does not take them */
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
    };
  } catch (error) {
    throw new Stop(
      `AWS does not know who you are: ${error instanceof Error ? error.message : error}`,
      'Sign in (aws sso login, or aws configure), or name a profile with --profile.',
    );
  }
}
