// Sets the environment variables that point the AWS clients to the tables and queues of a local stack.

import { anyCredentials } from './emulators/program.ts';
import type { Engines } from './engines.ts';
import { Stop } from './stop.ts';

/** @returns the endpoint that is used instead of the embedded engines, if one is set */
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

/**
 * Points the AWS clients to the embedded engines. Variables that are already set take precedence, for example
 * AWS_ENDPOINT_URL_DYNAMODB for DynamoDB alone.
 */
export function useEngines({ environment }: Engines): void {
  setWhatIsMissing(environment);
  process.env.AWS_PROFILE = ''; // A profile would take precedence over the keys.
}

function setWhatIsMissing(defaults: Record<string, string>): void {
  for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
}

/** Returns the variables that set an AWS client's endpoint, region and credentials. */
export const awsEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('AWS_') && value !== undefined ? [[name, value]] : [],
    ),
  );
