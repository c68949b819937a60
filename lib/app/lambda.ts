// Makes a Lambda of a function that reads the tables, in a few lines.

import { makeCore } from './core.ts';
import type { Core } from './deps.ts';
import type { Runtime } from './runtime.ts';
import { type Handler, start } from './start.ts';

type Part = (runtime: Runtime) => object;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * Makes a Lambda.
 * @param parts what the function needs besides the common dependencies (stores.ts, live.ts); the bundle contains no other
 * @returns `handler`: the Lambda's entry point; `makeHandler`: the same with other dependencies, for tests and for the
 * service in one process
 */
export function lambda<const Parts extends readonly Part[], Event extends object, Result>(
  parts: Parts,
  makeHandler: (deps: Core & Intersection<ReturnType<Parts[number]>>) => Handler<Event, Result>,
) {
  const make = (runtime: Runtime) =>
    Object.assign({}, makeCore(runtime), ...parts.map((part) => part(runtime)));
  return { makeHandler, handler: start(makeHandler, make) };
}
