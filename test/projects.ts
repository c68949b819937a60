// The vitest projects and their tests. The gate (npm test) runs the projects `handler`, `http` and `world`. The slow
// tests are in projects of their own, which only npm run test:all runs. A test file that is not listed here is in the
// gate.

type Target = 'process' | 'http';
type Project = { include: string[]; exclude?: string[]; target?: Target; isolate?: true };

/** The journey that needs the console of a started stack, so it does not run in process. */
const consoleJourney = 'test/journeys/console.test.ts';
/** These tests are in the gate: two journeys over HTTP, and one seed and one planted bug in the simulation. */
const twoJourneys = ['test/journeys/cashout.test.ts', consoleJourney];
const oneWorld = 'test/simulation/{timers,world}.test.ts';

const dear = {
  /** The other journeys, over HTTP. The gate runs them in process. */
  journeys: { include: ['test/journeys/*.test.ts'], exclude: twoJourneys, target: 'http' },
  /** The same two journeys on `osls offline`. */
  offline: { include: twoJourneys, target: 'http' },
  simulation: { include: ['test/simulation/*.test.ts'], exclude: [oneWorld], isolate: true },
  /** Tests that package the service or start `osls`. */
  packaging: { include: ['test/packaged.test.ts', 'test/local/{read-service,write-sbom}.test.ts'] },
  /** Tests with rows and messages that the last release has stored. */
  recording: { include: ['test/releases/*.test.ts'] },
  /** Tests that run commands as processes, and drills. */
  commands: {
    include: ['test/local/{install,start,start-refused,run,stage}.test.ts', 'test/local/drill/*.test.ts'],
  },
  /** Tests of programs in the languages that are installed on this machine. */
  languages: {
    include: [
      'test/examples.test.ts',
      'test/journeys/examples.test.ts',
      'test/journeys/guide-shell.test.ts',
      'test/receipt/verified-elsewhere.test.ts',
    ],
  },
  /** Tests with generated requests. */
  fuzz: { include: ['test/bad-input/any-*.test.ts'] },
} satisfies Record<string, Project>;

/** The tests of these projects run in no other project. */
const apart = ['simulation', 'packaging', 'recording', 'commands', 'languages', 'fuzz'] as const;

export const gate = ['handler', 'http', 'world'] as const;
export type DearProject = keyof typeof dear;

/** The gate leaves out tests with this tag (gate.ts). The part `coverage` runs them with all other tests. */
export const tags = [{ name: 'dear', description: 'takes seconds: many rows, or a death at every call' }];

/** The projects start in this order, so the slow projects are first. */
export const projects: Record<string, Project> = {
  ...dear,
  world: { include: [oneWorld], isolate: true },
  http: { include: twoJourneys, target: 'http' },
  handler: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/simulation/**', consoleJourney, ...apart.flatMap((name) => dear[name].include)],
  },
};
