// Makes components of the parameters that several operations share.

import { pascal } from './names.ts';

type Parameter = { name: string } | { $ref: string };
type Operation = { operationId: string; parameters?: Parameter[] };
type Shape = {
  components?: { parameters?: Record<string, Parameter>; [kind: string]: object | undefined };
  paths?: Record<string, Record<string, Operation>>;
};

/** Changes the document in place. Must be called when its parameters are complete. */
export function shareParameters(document: object): void {
  const { components = {}, paths = {} } = document as Shape;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const places = operations.flatMap((operation) =>
    (operation.parameters ?? []).map((parameter, index) => ({ operation, parameter, index })),
  );
  const shared: Record<string, Parameter> = {};
  const { schemas, responses, headers } = components;
  for (const alike of Map.groupBy(places, ({ parameter }) => JSON.stringify(parameter)).values()) {
    const [first, ...more] = alike;
    if (!first || more.length === 0) continue;
    const name = nameOf(first, { ...schemas, ...responses, ...headers, ...shared });
    shared[name] = first.parameter;
    for (const { operation, index } of alike)
      operation.parameters?.splice(index, 1, { $ref: `#/components/parameters/${name}` });
  }
  components.parameters = shared;
}

type Place = { operation: Operation; parameter: Parameter };

/**
 * Returns the parameter's own name. If another component has this name, returns another one, because Go has one
 * namespace for all components.
 */
function nameOf({ operation, parameter }: Place, taken: object): string {
  const own = 'name' in parameter ? pascal(parameter.name) : '';
  return Object.hasOwn(taken, own) ? pascal(operation.operationId) + own : own;
}
