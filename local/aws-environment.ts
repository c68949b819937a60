// The variables by which the AWS clients of a local stack find its tables and queues.

import { Stop } from './stop.ts';

/** @returns the address that is used instead of the embedded engines */
export async function elsewhere(): Promise<string | undefined> {
  useEnvironment({ AWS_REGION: 'sa-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (endpoint && !(await fetch(endpoint).catch(() => undefined)))
    throw new Stop(
      `Nothing answers at AWS_ENDPOINT_URL, ${endpoint}.`,
      'Start LocalStack there, or unset it for the embedded engines.',
    );
  return endpoint;
}

/** Sets what is not set. */
export function useEnvironment(defaults: Record<string, string>): void {
  for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
}

/** What tells an AWS client where it is and who asks. */
export const awsEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('AWS_') && value !== undefined ? [[name, value]] : [],
    ),
  );
