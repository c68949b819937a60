import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { services } from '../../local/emulators/localstack-python.ts';
import { root } from '../../local/service.ts';

type Step = { uses?: string; run?: string; with?: Record<string, string>; env?: Record<string, string> };
type Job = {
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  uses?: string;
  steps?: Step[];
};
type Workflow = {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  jobs: Record<string, Job>;
};

const folder = join(root, '.github/workflows');
const files = readdirSync(folder);
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const workflows = files.map((file) => [file, parse(text(file)) as Workflow] as const);
const deploy = parse(text('deploy.yml')) as Workflow;
const stepsOf = (job: Job | undefined) => job?.steps ?? [];
const runsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => (run ? [run] : []));

describe.each(workflows)('%s', (file, { jobs, permissions }) => {
  const steps = Object.values(jobs).flatMap(stepsOf);

  test('pins every action to a commit, and says which version that is', () => {
    const used = text(file).match(/uses: .*/g) ?? [];
    const others = used.filter((line) => !line.includes('./.github/'));

    expect(others.length).toBeGreaterThan(2);
    for (const line of others) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('contains no AWS key, and does not persist the repository token', () => {
    expect(text(file)).not.toMatch(/access[-_]key|secret[-_]access|AKIA/i);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toEqual({ 'persist-credentials': false });
  });

  test('may read the repository, and ask for a role only where it deploys', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      const isDeploying = runsOf(job).some((run) => run.startsWith('npm run deploy'));
      const needed = isDeploying ? { contents: 'read', 'id-token': 'write' } : undefined;
      expect(job.permissions).toEqual(needed);
    }
  });

  test('runs commands that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const run = steps.flatMap((step) => step.run ?? []).join('\n');
    const names = [...run.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);

    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(scripts).toHaveProperty([name]);
  });

  test('interpolates nothing into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});

describe('deploy.yml', () => {
  test('lets no two deployments overlap, and cuts none short', () => {
    expect(deploy.concurrency).toEqual({ group: 'deploy', 'cancel-in-progress': false });
  });

  test('goes from the gate to staging, and from a good smoke test there to production', () => {
    const { gate, staging, production } = deploy.jobs;

    expect(gate?.uses).toBe('./.github/workflows/ci.yml');
    expect([staging?.needs, staging?.environment]).toEqual(['gate', 'staging']);
    expect([production?.needs, production?.environment]).toEqual(['staging', 'production']);
    expect(runsOf(staging).at(-1)).toBe('npm run smoke -- --url "$URL"');
    expect(runsOf(production).at(-1)).toBe('npm run smoke -- --url "$URL" --read-only');
  });

  test('assumes the role of its environment', () => {
    for (const job of [deploy.jobs.staging, deploy.jobs.production]) {
      const assume = stepsOf(job).find(({ uses }) => uses?.startsWith('aws-actions/'));
      expect(assume?.with).toEqual({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
        'role-to-assume': '${{ vars.AWS_DEPLOY_ROLE }}',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
        'aws-region': '${{ vars.AWS_REGION }}',
      });
    }
  });
});

describe('infra/github-role.yml', () => {
  const silent = { logLevel: 'silent' } as const;
  const { Resources } = parse(readFileSync(join(root, 'infra/github-role.yml'), 'utf8'), silent);
  const { AssumeRolePolicyDocument, Policies } = Resources.DeployRole.Properties;

  test('trusts one repository in the environment of one stage', () => {
    expect(AssumeRolePolicyDocument.Statement).toHaveLength(1);
    expect(AssumeRolePolicyDocument.Statement[0]).toMatchObject({
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
          'token.actions.githubusercontent.com:sub': 'repo:${Repository}:environment:${Stage}',
        },
      },
    });
  });

  test('may neither read a table nor delete one, and hands roles to Lambda only', () => {
    const statements = Policies[0].PolicyDocument.Statement as { Sid: string; Action: string[] }[];
    const bySid = Object.fromEntries(statements.map((statement) => [statement.Sid, statement]));

    for (const action of ['DeleteTable', 'GetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'])
      expect(bySid.NoData?.Action).toContain(`dynamodb:${action}`);
    expect(bySid.NoData).toMatchObject({ Effect: 'Deny', Resource: '*' });
    const passing = statements.filter(({ Action }) =>
      [Action].flat().some((one) => /PassRole|^iam:\*/.test(one)),
    );
    expect(passing).toMatchObject([
      { Condition: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } } },
    ]);
  });
});

describe('docker-compose.yml', () => {
  const { services: containers } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));

  test('pins LocalStack, keeps it on this machine, and says when it is healthy', () => {
    const { image, ports, environment, healthcheck } = containers.localstack;

    expect(image).toMatch(/^localstack\/localstack:\d+\.\d+\.\d+$/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
    expect(ports).toEqual(['127.0.0.1:${LOCALSTACK_PORT:-4566}:4566']);
    expect(environment.SERVICES).toBe(services);
    expect(healthcheck.test).toContain('http://localhost:4566/_localstack/health');
  });
});
