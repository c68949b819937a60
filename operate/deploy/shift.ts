// How the aliases of canaries get to their new versions in a deployment: in two steps, watched by alarms, or at once.

import type { Template } from '../../infra/split-stacks.ts';

/**
 * @param template of the code, whose package may be from before there were canaries
 * @param allAtOnce whatever the alarms say: what is running already may be what set them off
 * @returns what the template takes of it
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
