// Runs the tools that check templates. cfn-lint and checkov check the templates, parliament checks the policies in
// them.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Say } from '../../local/emulators/program.ts';
import { installPrograms, pinnedVersion } from '../../local/python-programs.ts';
import { root } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';
import type { Finding } from './findings.ts';
import { policiesOf, writePolicies } from './policies.ts';
import type { JudgedTemplate } from './templates.ts';
import { fromCfnLint, fromCheckov, fromParliament } from './told.ts';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const requirements = beside('requirements.txt');
const pinned = (name: string) => pinnedVersion(requirements, name);

export type Verdict = { tool: string; version: string; judged: string; rules: string; findings: Finding[] };
type Judge = {
  tool: string;
  version: string;
  judge: (
    templates: readonly JudgedTemplate[],
  ) => Promise<Omit<Verdict, 'tool' | 'version' | 'findings'> & { found: Omit<Finding, 'tool'>[] }>;
};

/**
 * Returns a program's output. The tools exit with an error when they find something, so only an empty output is a
 * failure.
 */
async function answerOf(program: string, args: readonly string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 2 ** 28 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (stdout.trim() !== '') resolve(stdout);
      else reject(new Stop(`${program} printed nothing.\n${stderr.slice(-2_000)}`, error?.message ?? ''));
    });
  });
}

/**
 * @param bin the folder of the programs
 * @param folder the folder for the files that the programs read
 */
function judgesIn(bin: string, folder: string): Judge[] {
  const filesOf = (templates: readonly JudgedTemplate[]) => templates.map(({ file }) => file);
  const namer = (templates: readonly JudgedTemplate[]) => (file: string) =>
    templates.find((template) => template.file === file)?.name ?? file;
  return [
    {
      tool: 'cfn-lint',
      version: pinned('cfn-lint'),
      async judge(templates) {
        const program = join(bin, 'cfn-lint');
        const rules = (await answerOf(program, ['--list-rules'])).match(/^[EWI]\d{4}:/gm) ?? [];
        const args = ['--format', 'json', '--regions', 'sa-east-1', '--template', ...filesOf(templates)];
        return {
          judged: `${templates.length} templates`,
          rules: `${rules.length} rules`,
          found: fromCfnLint(await answerOf(program, args), namer(templates)),
        };
      },
    },
    {
      tool: 'parliament',
      version: `ol-parliament ${pinned('ol-parliament')}`,
      async judge(templates) {
        const policies = writePolicies(policiesOf(templates), folder);
        const printed = await answerOf(join(bin, 'python'), [beside('lint-policies.py'), folder]);
        const { kinds, found } = fromParliament(printed, policies);
        return { judged: `${policies.size} policies`, rules: `${kinds} kinds`, found };
      },
    },
    {
      tool: 'checkov',
      version: pinned('checkov'),
      async judge(templates) {
        // checkov gets no API key of its vendor, so it makes no network calls.
        const how = ['--framework', 'cloudformation', '--skip-download', '--compact', '--output', 'json'];
        const printed = await answerOf(join(bin, 'checkov'), [...how, '--file', ...filesOf(templates)]);
        const names = templates.map(({ name }) => name);
        const { checks, found } = fromCheckov(printed, namer(templates), names);
        return { judged: `${templates.length} templates`, rules: `${checks} checks`, found };
      },
    },
  ];
}

/** @returns the folder of the programs, which are installed only once */
export const installJudges = (say: Say): Promise<string> =>
  installPrograms({
    ...{ name: 'cfn-lint, parliament and checkov', folder: join(root, '.local/judges') },
    ...{ requirements, say },
  });

/**
 * Checks the templates with every tool.
 * @param folder the folder for the files that the tools read
 */
export async function judgeTemplates(
  templates: readonly JudgedTemplate[],
  folder: string,
  say: Say,
): Promise<Verdict[]> {
  const bin = await installJudges(say);
  const verdicts: Verdict[] = [];
  for (const { tool, version, judge } of judgesIn(bin, folder)) {
    say(`${tool} ...`);
    const { found, ...rest } = await judge(templates);
    verdicts.push({ tool, version, ...rest, findings: found.map((one) => ({ tool, ...one })) });
  }
  return verdicts;
}
