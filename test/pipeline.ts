// npm run test:other -- pipeline: checks whether this commit can be deployed. It follows the commands of the workflows
// in their order, runs those that this machine can run, and lists those that only GitHub and AWS can run.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oslsCommand } from '../local/osls.ts';
import { root } from '../local/service.ts';
import { readOptions } from '../local/stop.ts';
import { type Tool, tools } from './support/tools.ts';
import { runsOf, workflowOf } from './support/workflows.ts';

const help = `npm run test:other -- pipeline [options]

  Goes through what ci.yml, deploy.yml and rollback.yml run, in their order: packages staging, lets the judges look at the package, ends
  with today's code what the last release has begun, and creates, deploys, changes and rolls back the stage on an emulated AWS.

  --whole   the whole gate and every part of it, too: what npm run test:all runs
  --help    this text

  Takes about five minutes on two idle cores. Exit code 1: this commit cannot be deployed.
`;

/**
 * How this program handles a command of a workflow: it runs a program instead, or it reports why it cannot run the
 * command.
 */
type Way = { program: string[]; needs?: Tool[] } | { told: string };
type Outcome = { name: string; is: 'ok' | 'FAILED' | 'not here'; seconds?: number; why?: string };

const node = (file: string, ...args: string[]) => [process.execPath, join(root, file), ...args];
const shell = (folder: string, command: string) => [
  ...['bash', '-euo', 'pipefail', '-c', `cd "$1" && ${command}`, 'bash', folder],
];
const list = 'find packaged -type f -print0 | sort -z | xargs -0 sha256sum';
/** Tests of the gate that check the pipeline. */
const tests = ['test/infra', 'test/local/deploy', 'test/operate/github.test.ts', 'test/local/judge-'];

/**
 * @param folder the folder that contains `packaged`
 * @returns the way to handle each command, by the beginning of the command
 */
function waysIn(folder: string, isWhole: boolean): [begins: string, way: Way][] {
  const staging = join(folder, 'packaged/staging');
  const vitest = node('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts');
  const python: Tool[] = ['python'];
  return [
    ['npm test', { program: isWhole ? node('test/gate.ts') : [...vitest, '--project', 'handler', ...tests] }],
    [
      'npm run package -- --stage staging',
      { program: [process.execPath, oslsCommand(), 'package', '--stage', 'staging', '--package', staging] },
    ],
    [
      'node tools/bundle-programs.ts packaged',
      { program: node('tools/bundle-programs.ts', join(folder, 'packaged')) },
    ],
    ['npm run package -- --stage production', { told: 'packaged once there is a PSP; templates judges one' }],
    [
      'npm run test:other -- "$PART"',
      {
        program: isWhole
          ? node('test/all.ts', '--skip', 'gate,release,templates,policies,emulated')
          : node('test/other.ts', 'release'),
        needs: ['history'],
      },
    ],
    [
      'npm run test:other -- templates',
      { program: node('test/other.ts', 'templates', '--folder', staging), needs: python },
    ],
    [
      'npm run test:other -- policies',
      { program: node('test/other.ts', 'policies', '--folder', staging), needs: python },
    ],
    [`${list} > packaged.sha256`, { program: shell(folder, `${list} > packaged.sha256`) }],
    ['gh attestation verify', { program: shell(folder, `${list} | diff packaged.sha256 -`) }],
    [
      'node packaged/stage.mjs deploy staging',
      { program: node('test/other.ts', 'emulated', '--folder', staging), needs: python },
    ],
    ['node packaged/stage.mjs deploy "$STAGE"', { told: 'the emulated stage was rolled back' }],
    ['url=$(aws', { told: 'an emulated AWS has no API Gateway of this kind' }],
    [
      'node packaged/smoke.mjs',
      { told: 'it calls a deployed stage; npm run test:other -- journeys calls npm start' },
    ],
  ];
}

/** The commands of the workflow jobs, in the order in which they run for a commit. */
export const commands = [
  ['ci.yml', 'gate'],
  ['ci.yml', 'part'],
  ['ci.yml', 'templates'],
  ['deploy.yml', 'attest'],
  ['deploy.yml', 'staging'],
  ['rollback.yml', 'rollback'],
].flatMap(([file = '', job = '']) =>
  runsOf(workflowOf(file).jobs[job]).map((run) => ({ job: `${file} ${job}`, run: run.trim() })),
);

/** Returns the way to handle a command. @throws an error for an unknown command */
export function wayOf(run: string, folder = '.', isWhole = false): Way {
  const found = waysIn(folder, isWhole).find(([begins]) => run.startsWith(begins));
  if (!found) throw new Error(`test/pipeline.ts does not know what stands for: ${run}`);
  return found[1];
}

async function take({ job, run }: (typeof commands)[number], way: Way): Promise<Outcome> {
  const name = `${job}: ${run.split('\n')[0]}`;
  if ('told' in way) return { name, is: 'not here', why: way.told };
  const missing = (way.needs ?? []).map((tool) => tools[tool]).find((tool) => !tool.isHere());
  if (missing) return { name, is: 'not here', why: `needs ${missing.is}` };
  process.stdout.write(`\n== ${name}\n`);
  const began = performance.now();
  const [program = '', ...args] = way.program;
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const seconds = (performance.now() - began) / 1_000;
  return { name, is: code === 0 ? 'ok' : 'FAILED', seconds };
}

export async function goThrough(): Promise<void> {
  const flags = readOptions(
    { whole: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    help,
  );
  if (flags.help) return void process.stdout.write(help);
  const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-pipeline-'));
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(await take(command, wayOf(command.run, folder, flags.whole)));
  rmSync(folder, { recursive: true, force: true });
  const lines = outcomes.map(({ name, is, seconds, why = '' }) => {
    const took = seconds === undefined ? '' : `${seconds.toFixed(0)} s`;
    return `${is.padEnd(8)} ${took.padStart(6)}  ${name}${why && `  (${why})`}`;
  });
  const isGood = outcomes.every(({ is }) => is !== 'FAILED');
  process.stdout.write(`\n${lines.join('\n')}\n\n${closing(isGood)}\n`);
  if (!isGood) process.exitCode = 1;
}

const closing = (isGood: boolean) =>
  `${isGood ? 'As far as this machine can show, this commit can be deployed.' : 'This commit cannot be deployed.'}
Only GitHub and AWS can show: the signature of the package, the role's trust, IAM's own decisions, API Gateway, canaries, drift, quotas and
how long anything takes (docs/deploying.md, "The first evening").`;
