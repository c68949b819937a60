// Decides how the aliases of canaries move to new versions in a deployment: in two steps that alarms can stop, or at
// once.

import type { Template } from '../../infra/split-stacks.ts';

/**
 * @param template the template of the code; its package may be older than the canaries
 * @param allAtOnce whether to ignore the alarms, because the running version may have caused them
 * @returns the values of the parameters that control the shift; parameters that the template lacks are left out
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
