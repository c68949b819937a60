import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../local/service.ts';

type Step = {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
};
type Job = {
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  uses?: string;
  steps?: Step[];
};
type Workflow = {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
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
      const isDeploying = runsOf(job).some((run) => run.startsWith('npm run stage'));
      const isAgain = file === 'rollback.yml' ? { actions: 'read' } : {};
      const needed = isDeploying ? { ...isAgain, contents: 'read', 'id-token': 'write' } : undefined;
      expect(job.permissions).toEqual(needed);
    }
  });

  test('runs commands that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const run = steps.flatMap((step) => step.run ?? []).join('\n');
    const names = [...run.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);

    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(scripts).toHaveProperty([name]);
  });

  test('interpolates nothing into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});

describe('deploy.yml', () => {
  test('lets no two deployments of a stage overlap, and cuts none short', () => {
    const { staging, production } = deploy.jobs;

    expect(staging?.concurrency).toEqual({ group: 'deploy-staging', 'cancel-in-progress': false });
    expect(production?.concurrency).toEqual({ group: 'deploy-production', 'cancel-in-progress': false });
  });

  test('deploys to both stages what one gate has packaged', () => {
    const ci = parse(text('ci.yml')) as Workflow;
    const packaged = runsOf(ci.jobs.gate).filter((run) => run.includes('npm run package'));
    const downloads = [deploy.jobs.staging, deploy.jobs.production].map((job) =>
      stepsOf(job).find(({ uses }) => uses?.startsWith('actions/download-artifact@')),
    );
    const upload = stepsOf(ci.jobs.gate).find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));

    expect(packaged).toEqual([
      'npm run package -- --stage staging --package packaged/staging',
      'npm run package -- --stage production --package packaged/production',
    ]);
    for (const download of downloads) expect(download?.with?.name).toBe(upload?.with?.name);
    for (const name of ['staging', 'production']) {
      expect(runsOf(deploy.jobs[name])).toContain(
        `npm run stage -- deploy ${name} --package packaged/${name}`,
      );
      expect(runsOf(deploy.jobs[name]).join()).not.toContain('npm run package');
    }
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

describe('rollback.yml', () => {
  const { rollback } = (parse(text('rollback.yml')) as Workflow).jobs;

  test('waits for no other workflow: neither for the gate nor for a deployment that waits for its approval', () => {
    expect(rollback?.needs).toBeUndefined();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
    expect(rollback?.concurrency?.group).toBe('rollback-${{ inputs.stage }}');
  });

  test('deploys the functions of kept files, and leaves tables and queues as they are', () => {
    const commands = runsOf(rollback);

    expect(commands).toEqual([
      'node local/install.mjs',
      'npm run stage -- deploy "$STAGE" --package "packaged/$STAGE" --code-only',
    ]);
  });
});

describe('infra/bootstrap/deploy-role.yml', () => {
  const silent = { logLevel: 'silent' } as const;
  const { Resources } = parse(readFileSync(join(root, 'infra/bootstrap/deploy-role.yml'), 'utf8'), silent);
  const { AssumeRolePolicyDocument, Policies } = Resources.DeployRole.Properties;

  test('trusts one repository in the environment of one stage', () => {
    expect(AssumeRolePolicyDocument.Statement).toHaveLength(1);
    expect(AssumeRolePolicyDocument.Statement[0]).toMatchObject({
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
          'token.actions.githubusercontent.com:sub': 'repo:${Repository}:environment:${sls:stage}',
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
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));

  test('pins LocalStack, keeps it on this machine, and says when it is healthy', () => {
    const { image, ports, environment, healthcheck } = services.localstack;

    expect(image).toMatch(/^localstack\/localstack:\d+\.\d+\.\d+$/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
    expect(ports).toEqual(['127.0.0.1:${LOCALSTACK_PORT:-4566}:4566']);
    for (const needed of ['dynamodb', 'dynamodbstreams', 'sqs', 'secretsmanager', 'kms'])
      expect(environment.SERVICES.split(',')).toContain(needed);
    expect(healthcheck.test).toContain('http://localhost:4566/_localstack/health');
  });
});
