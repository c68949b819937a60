// Reads the settings of the sandbox, if the stage has a sandbox.

import type { Config } from './config.ts';
import { hasSandbox } from './stages.ts';

/** The sandbox network's table, and the delay of its slow payments in seconds. */
export type SandboxSettings = { table: string; slowSeconds: number };

/**
 * Returns the settings of the sandbox.
 * @returns undefined without a sandbox; with a sandbox, readConfig has checked that both settings exist
 */
export function sandboxSettingsOf(config: Config): SandboxSettings | undefined {
  const { SANDBOX_NETWORK_TABLE: table, SANDBOX_SLOW_SECONDS: slowSeconds } = config;
  if (!hasSandbox(config) || table === undefined || slowSeconds === undefined) return undefined;
  return { table, slowSeconds };
}
