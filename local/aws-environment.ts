// The variables by which the AWS clients of a local stack find its tables and queues.

import { anyCredentials } from './emulators/program.ts';
import type { Engines } from './engines.ts';
import { Stop } from './stop.ts';

/** @returns the address that is used instead of the embedded engines */
export async function elsewhere(): Promise<string | undefined> {
  const { AWS_PROFILE: _, ...credentials } = anyCredentials;
  setWhatIsMissing(credentials);
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (endpoint && !(await fetch(endpoint).catch(() => undefined)))
    throw new Stop(
      `Nothing answers at AWS_ENDPOINT_URL, ${endpoint}.`,
      'Start LocalStack there, or unset it for the embedded engines.',
    );
  return endpoint;
}

/** What is given goes before what is embedded: AWS_ENDPOINT_URL_DYNAMODB, say, for that alone. */
export function useEngines({ environment }: Engines): void {
  setWhatIsMissing(environment);
  process.env.AWS_PROFILE = ''; // which would go before the keys
}

function setWhatIsMissing(defaults: Record<string, string>): void {
  for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
}

/** What tells an AWS client where it is and who asks. */
export const awsEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('AWS_') && value !== undefined ? [[name, value]] : [],
    ),
  );
