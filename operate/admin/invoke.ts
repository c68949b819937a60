// Invokes a function of a stage by its name, with the caller's AWS credentials. For a stage that npm start runs, calls
// the address in the data folder of the stage.

import { join } from 'node:path';
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { liveAlias } from '../../infra/versions.ts';
import { readLambdaAddress } from '../../local/lambda-address.ts';
import { root } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';

const localData = join(root, '.local');

/** `data` is the data folder of a local stack. */
export type Target = { stage: string; data?: string };

export async function invoke(
  { stage, data = localData }: Target,
  functionKey: string,
  input: object,
): Promise<Record<string, unknown>> {
  const name = `pix-cashout-${stage}-${functionKey}`;
  const command = new InvokeCommand({
    FunctionName: name,
    Qualifier: liveAlias,
    Payload: JSON.stringify(input),
  });
  const { Payload, FunctionError } = await new LambdaClient(settingsOf(stage, data))
    .send(command)
    .catch((error) => {
      throw new Stop(
        `${name} cannot be reached: ${wordsOf(error)}.`,
        'If only the answer was lost, the audit shows what was done.',
      );
    });
  const text = Buffer.from(Payload ?? []).toString('utf8');
  if (FunctionError)
    throw new Stop(
      `${name} failed, but the action may have been done.`,
      'See the audit and the log of the function.',
    );
  return JSON.parse(text) as Record<string, unknown>;
}

const wordsOf = ({ name, code, message }: Error & { code?: string }) =>
  [code ?? name, message].filter(Boolean).join(', ');

function settingsOf(stage: string, data: string): LambdaClientConfig {
  // There are no retries, because an action that is sent twice may be done twice.
  const settings = { maxAttempts: 1 };
  if (stage !== 'local') return settings;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    ...settings,
    credentials,
    endpoint: process.env.AWS_ENDPOINT_URL_LAMBDA || readLambdaAddress(data),
  };
}
