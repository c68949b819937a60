// Removes the sandbox from stages with real money, and the synthetic payment if it is off. Everything of them is
// recognised by its name: a function with its routes, resources, the nouns in a role, and variables.

import { hasSandbox, type Networks } from '../lib/platform/stages.ts';
import type { Service, ServiceFunction } from '../local/service.ts';
import type { May } from './permissions.ts';

/** Returns the service for its stage, with or without the sandbox. */
export function fitToStage(service: Service): Service {
  const { environment } = service.provider;
  return hasSandbox(environment as Networks) ? service : withoutSandbox(service);
}

/** Returns a copy of the service without the sandbox. */
export function withoutSandbox({ provider, functions, resources }: Service): Service {
  const others = namedOtherwise(functions);
  const kept = Object.entries(others(functions)).map(([key, one]) => [key, functionWithout(one)]);
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

function functionWithout({ may, ...one }: ServiceFunction): ServiceFunction {
  return may ? { ...one, may: mayWithout(may) } : one;
}

function mayWithout(may: May): May {
  const entries = Object.entries(may).map(([verb, nouns]) => [
    verb,
    nouns.filter((noun) => !isOfSandbox(noun)),
  ]);
  return Object.fromEntries(entries.filter(([, nouns]) => nouns?.length));
}

const isOfSandbox = (name: string) => /^sandbox/i.test(name);

/** Returns a function that leaves out what is named after the sandbox, or after a synthetic payment that is off. */
function namedOtherwise({ synthetic }: Service['functions']) {
  const isOff = synthetic?.events?.every(
    ({ schedule }) => typeof schedule === 'object' && schedule.enabled === false,
  );
  const isLeftOut = (name: string) => isOfSandbox(name) || (isOff && /^synthetic/i.test(name));
  return <Value>(all: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)));
}
