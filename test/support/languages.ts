// Describes the languages of examples/: how a program in each language is run, and whether this machine can run it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../local/service.ts';

type Language = {
  command: string;
  args?: string[];
  /** The programs that the machine must have. */
  needs: string[];
};

const languages = {
  ts: { command: process.execPath, needs: [] },
  py: { command: 'python3', needs: ['python3'] },
  sh: { command: 'sh', needs: ['curl', 'openssl'] },
  go: { command: 'go', args: ['run'], needs: ['go'] },
  java: { command: 'java', needs: ['java'] },
} as const satisfies Record<string, Language>;

/** The examples use only the standard library, so no language may download anything. */
const offline = { GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '', GO111MODULE: '', GOWORK: 'off' };

const isThere = (command: string) => spawnSync('which', [command]).status === 0;

/** Returns how to run an example with this file name. `missing` says why it cannot be run here, if it cannot. */
export function programOf(file: string) {
  const language: Language = languages[file.split('.').at(-1) as keyof typeof languages];
  const missing = language.needs.filter((command) => !isThere(command));
  // Java would print on the standard error that it uses these options, so they are removed.
  const { JAVA_TOOL_OPTIONS: _, ...environment } = process.env;
  return {
    command: language.command,
    args: [...(language.args ?? []), join(root, 'examples', file)],
    env: { ...environment, ...offline },
    missing: missing.length > 0 ? `this machine has no ${missing.join(' and no ')}` : undefined,
  };
}
