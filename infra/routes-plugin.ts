// The osls plugin of the routes at the gateway. Beside each GET it puts the HEAD that RFC 9110 wants there, and it sets a
// function's `throttle` on each of its routes: requests without a token are limited before they cost anything. A stage's
// settings may name only existing routes, so the stage depends on them, and routes that it does not have are left out.

import type { Service, ServiceFunction } from '../local/service.ts';

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
    const addHeads = async () => {
      for (const one of Object.values(serverless.service.functions)) one.events?.push(...headsOf(one));
    };
    this.hooks = {
      'before:offline:start:init': addHeads,
      'before:package:compileEvents': addHeads,
      // Only here it is known which functions this stage has.
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

/** HEAD is answered by the function of GET, without the body (lib/http/api.ts). */
const headsOf = ({ events = [] }: ServiceFunction) =>
  events.flatMap(({ httpApi }) =>
    httpApi && routeKeyOf(httpApi).startsWith('GET ')
      ? [{ httpApi: routeKeyOf(httpApi).replace('GET', 'HEAD') }]
      : [],
  );

function throttledRoutes({ throttle, events = [] }: ServiceFunction): [routeKey: string, settings: object][] {
  if (!throttle) return [];
  const settings = { ThrottlingRateLimit: throttle.perSecond, ThrottlingBurstLimit: throttle.burst };
  return events.flatMap(({ httpApi }) => (httpApi ? [[routeKeyOf(httpApi), settings]] : []));
}

const routeKeyOf = (httpApi: string | { method: string; path: string }) =>
  typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
