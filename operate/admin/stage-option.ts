// Reads the stage of a command from --stage or STAGE. The stage is printed before anything is done.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { parse } from 'yaml';
import { root } from '../../local/service.ts';

export const stageOption = () => new Option('--stage <stage>', 'local, staging, production …').env('STAGE');

/** Adds the options of a command that calls a function of a stage. */
export const withTarget = (command: Command): Command =>
  command
    .addOption(stageOption().default('local'))
    .option('--data <folder>', 'data folder of the local stage, if npm start was called with --data');

/** Prints the stage of a command on stderr, unless the output is JSON, and sets the region for all AWS clients. */
export function tellStage(command: Command): void {
  const { stage, json } = command.opts<{ stage?: string; json?: boolean }>();
  if (stage === undefined) return;
  process.env.AWS_REGION ||= 'sa-east-1';
  if (!json)
    process.stderr.write(`Stage: ${stage}${stage === 'local' ? '' : ` in ${process.env.AWS_REGION}`}\n`);
}

/** Returns a setting of a stage from infra/stages/, or an empty text if the stage does not set it. */
export function settingOf(stage: string, name: string): string {
  const settings = (file: string): Record<string, unknown> => {
    try {
      const text = readFileSync(join(root, 'infra/stages', `${file}.yml`), 'utf8');
      // Without this option, the parser would warn about CloudFormation's !Sub.
      return (parse(text, { logLevel: 'error' }) ?? {}) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  return String(settings(stage)[name] ?? settings('default')[name] ?? '');
}
