// Removes the sandbox from stages with real money. Everything of the sandbox is recognised by its name: its function
// with its routes, its resources, the nouns in a role, and its variables.

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

function others<Value>(all: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isOfSandbox(name)));
}
