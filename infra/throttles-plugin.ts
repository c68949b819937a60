// The osls plugin that gives the routes of a function with a `throttle` that throttle each, at the gateway: what needs no
// token is stopped there, before it costs anything. A stage may name only routes that are there, so it is made after
// them, and what a stage has no routes of is not named.

import type { Service, ServiceFunction } from '../local/service.ts';

type Stage = { Properties: Record<string, unknown>; DependsOn?: string[] };
type Serverless = {
  service: Service & { resources: { extensions: { HttpApiStage?: Stage } } };
  configSchemaHandler: { defineFunctionProperties(provider: string, schema: object): void };
  getProvider(name: 'aws'): { naming: { getHttpApiRouteLogicalId(routeKey: string): string } };
};

export default class Throttles {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless) {
    const throttle = {
      type: 'object',
      properties: { perSecond: { type: 'number' }, burst: { type: 'integer' } },
      required: ['perSecond', 'burst'],
      additionalProperties: false,
    };
    serverless.configSchemaHandler.defineFunctionProperties('aws', { properties: { throttle } });
    this.hooks = {
      // By then it is known which functions this stage has.
      'after:package:compileEvents': async () => {
        const { functions, resources } = serverless.service;
        const stage = resources.extensions.HttpApiStage;
        if (!stage) throw new Error('infra/api.yml has no HttpApiStage');
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

function throttledRoutes({ throttle, events = [] }: ServiceFunction): [routeKey: string, settings: object][] {
  if (!throttle) return [];
  const settings = { ThrottlingRateLimit: throttle.perSecond, ThrottlingBurstLimit: throttle.burst };
  return events.flatMap(({ httpApi }) => (httpApi ? [[routeKeyOf(httpApi), settings]] : []));
}

const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
