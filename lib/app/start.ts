// Contains a Lambda's entry point, which builds the function's dependencies from the environment, once per container.

import type { Context } from 'aws-lambda';
import type { ApiResult } from '../http/api-event.ts';
import { renderRefusal } from '../http/render-errors.ts';
import { readConfig } from '../platform/config.ts';
import type { Base } from '../platform/deps.ts';
import { flushed } from '../platform/flushed.ts';
import { lambdaLog } from '../platform/log.ts';
import { makeReadSettings, type Settings } from '../platform/secret-settings.ts';
import { makeRuntime, type Runtime } from './runtime.ts';

export type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * Makes the handler. In Lambda, the dependencies are built while the container starts, because that time costs less.
 * They are built again after a secret was rotated. Elsewhere (a test that imports the file), they are built at the
 * first call.
 * @param make builds the dependencies; the bundle contains only the clients and stores that `make` uses, and DynamoDB's
 */
export function start<Event extends object, Result, Needs extends Pick<Base, 'metrics' | 'traces'>>(
  makeHandler: (deps: Needs) => Handler<Event, Result>,
  make: (runtime: Runtime) => Needs,
) {
  const log = lambdaLog(process.env.STAGE ?? '');
  const readSettings = makeReadSettings(
    process.env,
    () => new Date(),
    (error) => log.error('secrets not refreshed', {}, error),
  );
  let built: { settings: Settings; handler: Handler<Event, Result> } | undefined;

  async function ready(): Promise<Handler<Event, Result>> {
    const settings = await readSettings();
    if (built?.settings === settings) return built.handler;
    try {
      const deps = make(makeRuntime(readConfig(settings)));
      built = { settings, handler: flushed(deps, makeHandler(deps)) };
    } catch (error) {
      // The changed secret cannot be used, so the earlier handler stays in use.
      if (!built) throw error;
      log.error('new secrets are invalid, the old ones stay in use', {}, error);
      built = { settings, handler: built.handler };
    }
    return built.handler;
  }

  // A failure here is tried again at the first call, because the values may have changed by then.
  const starting = process.env.AWS_LAMBDA_FUNCTION_NAME ? ready().catch(() => {}) : undefined;
  return async (event: Event, context: Context): Promise<Result | ApiResult> => {
    await starting;
    const handler = await ready().catch((error) => {
      // A queue message is redelivered later. An API caller gets `unavailable`, because the request was not wrong.
      if (!('routeKey' in event)) throw error;
      log.error('not ready', { code: 'unavailable' }, error);
      return async () => renderRefusal('unavailable');
    });
    return handler(event, context);
  };
}
