// Removes the sandbox from stages with real money, and the synthetic payment if it is off. Everything of them is
// recognised by its name: a function with its routes, resources, the nouns in a role, and variables.

import { hasSandbox, type Networks } from '../lib/platform/stages.ts';
import type { Service, ServiceFunction } from '../local/service.ts';
import type { May } from './permissions.ts';

type Isnt = (name: string) => boolean;
const isOfSandbox: Isnt = (name) => /^sandbox/i.test(name);
const isOfSynthetic: Isnt = (name) => /^synthetic/i.test(name);

/** Returns the service for its stage, with or without the sandbox. In the stage `local` nothing else is left out. */
export function fitToStage(service: Service): Service {
  const networks = service.provider.environment as Networks;
  if (!hasSandbox(networks)) return withoutSandbox(service);
  return networks.STAGE === 'local' || !isSyntheticOff(service) ? service : without(service, isOfSynthetic);
}

/** Returns a copy of the service without the sandbox. */
export const withoutSandbox = (service: Service): Service =>
  without(service, (name) => isOfSandbox(name) || (isSyntheticOff(service) && isOfSynthetic(name)));

const isSyntheticOff = ({ functions: { synthetic } }: Service): boolean =>
  synthetic?.events?.every(({ schedule }) => typeof schedule === 'object' && schedule.enabled === false) ??
  true;

/** Returns a copy of the service without what has such a name. */
function without({ provider, functions, resources }: Service, isLeftOut: Isnt): Service {
  const others = <Value>(all: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)));
  const kept = Object.entries(others(functions)).map(([key, one]) => [key, functionWithout(one, isLeftOut)]);
  return {
    provider: { ...provider, environment: others(provider.environment) },
    functions: Object.fromEntries(kept),
    resources: {
      ...resources,
      Resources: others(resources.Resources),
      extensions: others(resources.extensions),
    },
  };
}

function functionWithout({ may, ...one }: ServiceFunction, isLeftOut: Isnt): ServiceFunction {
  return may ? { ...one, may: mayWithout(may, isLeftOut) } : one;
}

function mayWithout(may: May, isLeftOut: Isnt): May {
  const entries = Object.entries(may).map(([verb, nouns]) => [
    verb,
    nouns.filter((noun) => !isLeftOut(noun)),
  ]);
  return Object.fromEntries(entries.filter(([, nouns]) => nouns?.length));
}
