// Calls functions over HTTP, where the stack does not run them itself.

import type { Service } from '../service.ts';
import type { Invoke } from '../trigger-options.ts';

/** Calls a function through the Lambda API of a stack, as the AWS SDK would. */
export function invokeOver(service: Service, lambdaUrl: string): Invoke {
  return async (key, event) => {
    const name = service.functions[key]?.name ?? key;
    const url = `${lambdaUrl}/2015-03-31/functions/${name}/invocations`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
    const text = await answer.text();
    if (!answer.ok || answer.headers.has('x-amz-function-error')) throw new Error(`${name} failed: ${text}`);
    return text ? JSON.parse(text) : null;
  };
}
