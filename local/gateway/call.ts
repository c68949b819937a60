// Makes requests without a socket, so that the service can run in one process.

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Service } from '../service.ts';
import { type HttpCall, makeEvent, pathOf } from './event.ts';
import { makeChooseRoute } from './route.ts';

const routesOf = new WeakMap<Service, ReturnType<typeof makeChooseRoute>>();

/** Finds the function for a request and builds its event. */
export function toGatewayEvent(
  service: Service,
  call: HttpCall,
): { functionKey: string; event: APIGatewayProxyEventV2 } {
  const chooseRoute = routesOf.get(service) ?? makeChooseRoute(service);
  routesOf.set(service, chooseRoute);
  const route = chooseRoute(call.method, pathOf(call));
  if (!route) throw new Error(`no route for ${call.method} ${call.path}`);
  return { functionKey: route.functionKey, event: makeEvent(call, route) };
}
