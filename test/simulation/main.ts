// npm run simulate: runs seeds, and prints which invariants they broke and which faults happened.

import { parseArgs } from 'node:util';
import { readService } from '../../local/read-service.ts';
import { bugs } from './bugs.ts';
import { corpus } from './corpus.ts';
import { faultKinds, type Profile, profiles } from './faults.ts';
import type { Result } from './run.ts';
import { bugTable, markTable, profileTable } from './tables.ts';
import { openTeam, type Team } from './team.ts';

const help = `Runs the real handlers and workers in a simulated world, with faults, and checks that no money is lost.

  npm run simulate -- [options]

  --seeds N        how many seeds of each profile (20)
  --from S         the first of them (1)
  --profile P      ${profiles.join(', ')}, or all (everything)
  --replay SEED    runs one seed and prints its whole trace
  --twice          runs each seed twice and compares the traces
  --corpus         the seeds that once found something, before the others
  --bug NAME       plants a bug and looks how many seeds it takes to find it; all, or one of:
${bugList()}
  --marks          also prints which faults have met what
  --workers N      threads (one per processor)

A seed is a whole run: the same seed of the same commit always does the same.`;

/** Returns the names of the planted bugs, three in a line. */
function bugList(): string {
  const names = bugs.map(({ name }) => name).sort();
  const lines = names.map(
    (name, index) => `${index % 3 === 0 ? `\n${' '.repeat(19)}` : ''}${name.padEnd(30)}`,
  );
  return lines.join('').slice(1).replace(/ +$/gm, '');
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'everything' },
    replay: { type: 'string' },
    bug: { type: 'string' },
    workers: { type: 'string' },
    twice: { type: 'boolean', default: false },
    corpus: { type: 'boolean', default: false },
    marks: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string) => void process.stdout.write(`${text}\n`);
const number = (text: string) => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${text} is not a number; --help lists the options`);
};

async function main(): Promise<number> {
  const wanted =
    values.profile === 'all' ? profiles : profiles.filter((profile) => profile === values.profile);
  if (wanted.length === 0) throw new Error(`no profile ${values.profile}; --help lists them`);
  const service = readService();
  const size = values.workers ? number(values.workers) : undefined;
  if (values.bug)
    return findBugs(values.bug, await openTeam(service, 1), (bug) => openTeam(service, size, bug));
  const team = await openTeam(service, values.replay ? 1 : size);
  try {
    return values.replay
      ? await replay(team, number(values.replay), wanted[0] as Profile)
      : await explore(team, wanted);
  } finally {
    await team.stop();
  }
}

async function replay(team: Team, seed: number, profile: Profile): Promise<number> {
  const { trace, violations, digest, sum } = await team.run({ seed, profile, keep: true });
  for (const line of trace) say(line);
  say(`${sum}\ntrace ${digest}, ${violations.length} violations`);
  return violations.length > 0 ? 1 : 0;
}

async function explore(team: Team, wanted: readonly Profile[]): Promise<number> {
  const first = number(values.from);
  const fresh = wanted.flatMap((profile) =>
    Array.from({ length: number(values.seeds) }, (_, index) => ({ seed: first + index, profile })),
  );
  const tasks = [...(values.corpus ? corpus : []), ...fresh];
  const results: Result[] = [];
  let bad = 0;
  await Promise.all(
    tasks.map(async ({ seed, profile }) => {
      const result = await team.run({ seed, profile, keep: false });
      const again = values.twice ? await team.run({ seed, profile, keep: false }) : result;
      const differs =
        again.digest !== result.digest ? [`trace differs: ${result.digest}, then ${again.digest}`] : [];
      for (const violation of [...result.violations, ...differs]) {
        bad += 1;
        say(`${clear()}${profile} seed ${seed}: ${violation}`);
      }
      results.push(result);
      showProgress(results.length, tasks.length, bad);
    }),
  );
  say(`${clear()}${profileTable(results, faultKinds)}`);
  if (values.marks) say(`\n${markTable(results)}`);
  if (bad > 0)
    say(`\n${bad} violations. npm run simulate -- --replay SEED --profile PROFILE prints what led to them.`);
  return bad > 0 ? 1 : 0;
}

/**
 * @param sound the simulation without a bug; a violation that it finds too is not caused by the bug
 * @returns 0 if every bug was found
 */
async function findBugs(name: string, sound: Team, open: (bug: string) => Promise<Team>): Promise<number> {
  const wanted = bugs.filter((bug) => name === 'all' || bug.name === name);
  if (wanted.length === 0) throw new Error(`no bug ${name}; --help lists them`);
  const rows = [];
  for (const bug of wanted) {
    const team = await open(bug.name);
    const first = number(values.from);
    const seeds = number(values.seeds);
    let found: Result | undefined;
    for (let seed = first; !found && seed < first + seeds; seed += team.size) {
      const batch = Array.from({ length: Math.min(team.size, first + seeds - seed) }, (_, index) => ({
        seed: seed + index,
        profile: bug.profile,
        keep: false,
        untilFound: '',
      }));
      const results = await Promise.all(batch.map((task) => team.run(task)));
      for (const result of results.filter(({ violations }) => violations.length > 0)) {
        const { violations } = await sound.run({ seed: result.seed, profile: bug.profile, keep: false });
        for (const violation of violations)
          say(`${clear()}${bug.profile} seed ${result.seed}, no bug: ${violation}`);
        if (violations.length === 0) found ??= result;
      }
      showProgress(rows.length, wanted.length, 0);
    }
    await team.stop();
    showProgress(rows.length + 1, wanted.length, 0);
    say(`${clear()}${bug.name}: ${found ? `found by seed ${found.seed}` : 'not found'}`);
    rows.push({ bug, seeds: found && found.seed - first + 1, violation: found?.violations[0] });
  }
  await sound.stop();
  say(`${clear()}${bugTable(rows, number(values.seeds))}`);
  return rows.every(({ seeds }) => seeds !== undefined) ? 0 : 1;
}

const clear = () => (process.stderr.isTTY ? '\r\u001b[K' : '');

function showProgress(done: number, all: number, bad: number): void {
  if (!process.stderr.isTTY) {
    // If the output goes to a file, a line of progress is printed only after each tenth of the runs.
    if (done % Math.ceil(all / 10) === 0) process.stderr.write(`${done}/${all} seeds, ${bad} violations\n`);
    return;
  }
  const filled = Math.round((done / all) * 30);
  process.stderr.write(
    `${clear()}${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${done}/${all} seeds, ${bad} violations`,
  );
}

if (values.help) say(help);
else process.exitCode = await main();
