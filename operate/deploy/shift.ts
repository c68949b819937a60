// How canary aliases switch to new versions in a deployment: in two steps watched by alarms, or at once.

import type { Template } from '../../infra/split-stacks.ts';

/**
 * @param template of the code; its package may be older than canaries
 * @param allAtOnce ignore the alarms, because the running version may have caused them
 * @returns the parameters that the template has
 */
export function shiftOf({ Parameters = {} }: Template, allAtOnce: boolean): Record<string, string> {
  const atOnce: Record<string, string> = {
    Traffic: 'CodeDeployDefault.LambdaAllAtOnce',
    StopsOnAlarms: 'false',
  };
  const names = Object.keys(atOnce).filter((name) => name in Parameters);
  return Object.fromEntries(
    names.map((name) => {
      const { Default } = Parameters[name] as { Default: string };
      return [name, (allAtOnce ? atOnce[name] : Default) ?? Default];
    }),
  );
}
