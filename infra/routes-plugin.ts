// This osls plugin sets up the gateway's routes. It adds the additional routes of each route (routes.ts). It also sets
// a function's `throttle` on each of its routes, so that requests without a token are limited before they cost
// anything. API Gateway accepts a stage's settings only for existing routes, so the stage depends on its routes, and
// settings of routes that it does not have are dropped.

import type { Service, ServiceFunction } from '../local/service.ts';
import { routesOf, slash } from './routes.ts';

type Stage = { Properties: Record<string, unknown>; DependsOn?: string[] };
type Serverless = {
  service: Service & { resources: { extensions: { HttpApiStage?: Stage } } };
  configSchemaHandler: { defineFunctionProperties(provider: string, schema: object): void };
  getProvider(name: 'aws'): { naming: { getHttpApiRouteLogicalId(routeKey: string): string } };
};

export default class Routes {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless) {
    const throttle = {
      type: 'object',
      properties: { perSecond: { type: 'number' }, burst: { type: 'integer' } },
      required: ['perSecond', 'burst'],
      additionalProperties: false,
    };
    serverless.configSchemaHandler.defineFunctionProperties('aws', { properties: { throttle } });
    const added = new Set<string>();
    const add = (isWanted: (routeKey: string) => boolean) => async () => {
      for (const one of Object.values(serverless.service.functions)) {
        const others = routesOf(one).added.filter(isWanted);
        one.events?.push(...others.map((httpApi) => ({ httpApi })));
        for (const routeKey of others) added.add(routeKey);
      }
    };
    this.hooks = {
      // These routes are left out here, because serverless-offline itself removes a final slash.
      'before:offline:start:init': add((routeKey) => !routeKey.endsWith(slash)),
      'before:package:compileEvents': add(() => true),
      // osls knows the functions of this stage only at this step.
      'after:package:compileEvents': async () => {
        const { functions, resources } = serverless.service;
        const stage = resources.extensions.HttpApiStage;
        if (!stage) throw new Error('infra/code/api.yml has no HttpApiStage');
        const throttled = Object.values(functions).flatMap((one) => throttledRoutes(one, added));
        const { naming } = serverless.getProvider('aws');
        stage.DependsOn = throttled.map(([routeKey]) => naming.getHttpApiRouteLogicalId(routeKey));
        stage.Properties.RouteSettings = Object.fromEntries(
          throttled.map(([routeKey, settings]) => [routeKey === '*' ? '$default' : routeKey, settings]),
        );
      },
    };
  }
}

function throttledRoutes(
  one: ServiceFunction,
  added: ReadonlySet<string>,
): [routeKey: string, settings: object][] {
  const { throttle } = one;
  if (!throttle) return [];
  return routesOf(one).own.map((routeKey) => {
    // The additional route with a final slash has a separate limit. It gets a tenth of the setting, so that both limits
    // together stay near the setting.
    const part = added.has(routeKey) && routeKey.endsWith(slash) ? 10 : 1;
    const rate = { ThrottlingRateLimit: Math.ceil(throttle.perSecond / part) };
    return [routeKey, { ...rate, ThrottlingBurstLimit: Math.ceil(throttle.burst / part) }];
  });
}
