// The osls plugin of the gateway's routes. It adds to each route its additional ones (routes.ts), and sets a function's
// `throttle` on each of its routes, so that requests without a token are limited before they cost anything. A stage's
// settings may name only existing routes. So the stage depends on them, and routes that it does not have are dropped.

import type { Service, ServiceFunction } from '../local/service.ts';
import { besides, routeKeyOf, slash } from './routes.ts';

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
    const add = (isWanted: (routeKey: string) => boolean) => async () => {
      for (const one of Object.values(serverless.service.functions))
        one.events?.push(...besidesOf(one, isWanted));
    };
    this.hooks = {
      // serverless-offline itself removes a path's final slash.
      'before:offline:start:init': add((routeKey) => !routeKey.endsWith(slash)),
      'before:package:compileEvents': add(() => true),
      // The functions of this stage are known only at this step.
      'after:package:compileEvents': async () => {
        const { functions, resources } = serverless.service;
        const stage = resources.extensions.HttpApiStage;
        if (!stage) throw new Error('infra/code/api.yml has no HttpApiStage');
        const throttled = Object.values(functions).flatMap(throttledRoutes);
        const { naming } = serverless.getProvider('aws');
        stage.DependsOn = throttled.map(([routeKey]) => naming.getHttpApiRouteLogicalId(routeKey));
        stage.Properties.RouteSettings = Object.fromEntries(
          throttled.map(([routeKey, settings]) => [routeKey === '*' ? '$default' : routeKey, settings]),
        );
      },
    };
  }
}

const besidesOf = ({ events = [] }: ServiceFunction, isWanted: (routeKey: string) => boolean) =>
  events
    .flatMap(({ httpApi }) => (httpApi ? besides(routeKeyOf(httpApi)) : []))
    .filter(isWanted)
    .map((httpApi) => ({ httpApi }));

function throttledRoutes({ throttle, events = [] }: ServiceFunction): [routeKey: string, settings: object][] {
  if (!throttle) return [];
  return events.flatMap(({ httpApi }) => {
    if (!httpApi) return [];
    const routeKey = routeKeyOf(httpApi);
    // The route with a slash has its own limit. A tenth keeps the sum of both near the setting.
    const part = routeKey.endsWith(slash) ? 10 : 1;
    const rate = { ThrottlingRateLimit: Math.ceil(throttle.perSecond / part) };
    return [[routeKey, { ...rate, ThrottlingBurstLimit: Math.ceil(throttle.burst / part) }]];
  });
}
