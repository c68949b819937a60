// Which tests are in which project of vitest. The gate (npm test) runs `handler`, `http` and `world`. The dear ones are
// projects of their own, which npm run test:all runs besides. A file that nobody names here is in the gate.

type Target = 'process' | 'http';
type Project = { include: string[]; exclude?: string[]; target?: Target; isolate?: true };

/** Part of the gate: over HTTP one journey, in a simulated world one seed and one planted bug. */
const oneJourney = 'test/journeys/cashout.test.ts';
const oneWorld = 'test/simulation/{timers,world}.test.ts';

const dear = {
  /** The other journeys, over HTTP. In process they are in the gate. */
  journeys: { include: ['test/journeys/*.test.ts'], exclude: [oneJourney], target: 'http' },
  /** On `osls offline`. */
  offline: { include: [oneJourney], target: 'http' },
  simulation: { include: ['test/simulation/*.test.ts'], exclude: [oneWorld], isolate: true },
  /** What packages the service, or starts `osls`. */
  packaging: { include: ['test/packaged.test.ts', 'test/local/{read-service,write-sbom}.test.ts'] },
  /** Rows and messages of the last release. */
  recording: { include: ['test/releases/*.test.ts'] },
  /** Commands as processes, and drills. */
  commands: {
    include: ['test/local/{install,start,start-refused,run,stage}.test.ts', 'test/local/drill/*.test.ts'],
  },
  /** Programs in the languages that this machine has. */
  languages: {
    include: [
      'test/examples.test.ts',
      'test/journeys/examples.test.ts',
      'test/journeys/guide-shell.test.ts',
      'test/receipt/verified-elsewhere.test.ts',
    ],
  },
  /** Made-up requests. */
  fuzz: { include: ['test/bad-input/any-*.test.ts'] },
} satisfies Record<string, Project>;

/** These run in their own project alone. */
const apart = ['simulation', 'packaging', 'recording', 'commands', 'languages', 'fuzz'] as const;

export const gate = ['handler', 'http', 'world'] as const;
export type DearProject = keyof typeof dear;

/** The gate leaves them out (gate.ts). The part `coverage` runs them with all others. */
export const tags = [{ name: 'dear', description: 'takes seconds: many rows, or a death at every call' }];

/** In the order in which they begin: those that take long come first. */
export const projects: Record<string, Project> = {
  ...dear,
  world: { include: [oneWorld], isolate: true },
  http: { include: [oneJourney], target: 'http' },
  handler: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/simulation/**', ...apart.flatMap((name) => dear[name].include)],
  },
};
