// The languages of examples/: how a program of each is run, and whether this machine has it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../local/service.ts';

type Language = {
  command: string;
  args?: string[];
  /** What has to be on the machine. */
  needs: string[];
};

const languages = {
  ts: { command: process.execPath, needs: [] },
  py: { command: 'python3', needs: ['python3'] },
  sh: { command: 'sh', needs: ['curl', 'openssl'] },
  go: { command: 'go', args: ['run'], needs: ['go'] },
  java: { command: 'java', needs: ['java'] },
} as const satisfies Record<string, Language>;

/** The standard library is all they may need: no language is to look for anything else. */
const offline = { GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '', GO111MODULE: '', GOWORK: 'off' };

const isThere = (command: string) => spawnSync('which', [command]).status === 0;

/** How to run an example by its file name; `missing` says why it cannot be run here, if it cannot. */
export function programOf(file: string) {
  const language: Language = languages[file.split('.').at(-1) as keyof typeof languages];
  const missing = language.needs.filter((command) => !isThere(command));
  // It would say on the error output that it has picked them up.
  const { JAVA_TOOL_OPTIONS: _, ...environment } = process.env;
  return {
    command: language.command,
    args: [...(language.args ?? []), join(root, 'examples', file)],
    env: { ...environment, ...offline },
    missing: missing.length > 0 ? `this machine has no ${missing.join(' and no ')}` : undefined,
  };
}
