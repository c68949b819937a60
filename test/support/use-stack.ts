// Opens the service in this process for the tests of one file, before the first test, and stops it after the last.

import { afterAll, beforeAll } from 'vitest';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from './api.ts';
import { openStack, type Stack } from './stack.ts';

export type Used = { stack: Stack; send: Send; newCaller: (tenant?: object) => Promise<Caller> };

/** @param options the options of openStack. The members of the result exist once the tests run. */
export function useStack(options: Parameters<typeof openStack>[0] = {}): Used {
  const used = {} as Used;
  beforeAll(async () => {
    used.stack = await openStack(options);
    used.send = sendInProcess(used.stack);
    used.newCaller = async (tenant = {}) => openCaller(used.send, await openTenant(used.send, tenant));
  });
  afterAll(() => used.stack.stop());
  return used;
}
