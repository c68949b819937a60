import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { services } from '../../local/emulators/localstack-python.ts';
import { root } from '../../local/service.ts';
import { plainName } from '../../operate/stage/github.ts';
import { type Part, parts } from '../other.ts';
import { commands, wayOf } from '../pipeline.ts';
import { actionsIn } from '../policies/commands.ts';
import { runsOf, type Step, stepsOf, textOf, workflowOf, workflows } from '../support/workflows.ts';

const deploy = workflowOf('deploy.yml');
/** The permissions of a job besides reading the repository. */
const permitted: Record<string, Record<string, string>> = {
  'deploy.yml attest': { attestations: 'write', contents: 'read', 'id-token': 'write' },
  'deploy.yml staging': { attestations: 'read', contents: 'read', 'id-token': 'write' },
  'deploy.yml production': { attestations: 'read', contents: 'read', 'id-token': 'write' },
  'rollback.yml rollback': {
    actions: 'read',
    attestations: 'read',
    contents: 'read',
    'id-token': 'write',
  },
  'codeql.yml analyze': { actions: 'read', contents: 'read', 'security-events': 'write' },
  'release.yml publish': { attestations: 'write', contents: 'write', 'id-token': 'write' },
};

/** The jobs that need earlier commits. All other jobs check out only one commit. */
const history: Record<string, Record<string, number>> = { 'ci.yml part': { 'fetch-depth': 0 } };
/** The job that reads the documents of others as they are now. The job `recorded` reads them at a fixed commit. */
const today = 'nightly.yml documents';
/** Returns whether a step checks out a third party's repository, without a token, and at a fixed commit. */
const isOfOthers = ({ with: given = {} }: Step, job: string) =>
  'repository' in given &&
  (job === today || /^[0-9a-f]{40}$/.test(String(given.ref))) &&
  given['persist-credentials'] === false;

describe.each(workflows)('the workflow %s', (file, { jobs, permissions }) => {
  const steps = Object.values(jobs).flatMap(stepsOf);

  test('the workflow pins every action to a commit, with the version in a comment', () => {
    const used = textOf(file).match(/uses: .*/g) ?? [];
    const others = used.filter((line) => !line.includes('./.github/'));

    expect(others.length).toBeGreaterThan(0);
    expect(others).toHaveLength(steps.filter(({ uses }) => uses).length);
    for (const line of others)
      expect(line).toMatch(/^uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('the workflow contains no AWS key, and does not persist the repository token', () => {
    expect(textOf(file)).not.toMatch(/access[-_]key|secret[-_]access|AKIA/i);
    for (const [name, job] of Object.entries(jobs))
      for (const step of stepsOf(job).filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        if (!isOfOthers(step, `${file} ${name}`))
          expect(step.with).toEqual({ 'persist-credentials': false, ...history[`${file} ${name}`] });
  });

  test('the workflow may read the repository, and has further permissions only in jobs that need them', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs))
      expect([name, job.permissions]).toEqual([name, permitted[`${file} ${name}`]]);
  });

  test('the workflow runs no installed program in jobs that may sign, or write to the repository', () => {
    const writing = Object.values(jobs).filter(
      ({ permissions }) => permissions?.contents === 'write' || permissions?.attestations === 'write',
    );
    expect(writing.flatMap(runsOf).filter((run) => /\b(npm|npx|node)\b/.test(run))).toEqual([]);
  });

  test('the workflow interpolates no expression into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});

test('the workflows run existing commands and files', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const runs = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap(runsOf)).join('\n');
  const names = [...runs.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);
  const programs = [...runs.matchAll(/node (tools\/\S+)/g)].map(([, file = '']) => file);

  expect(new Set(names)).toEqual(new Set(['test', 'test:other', 'package']));
  for (const name of names) expect(scripts).toHaveProperty([name]);
  expect(new Set(programs)).toEqual(
    new Set(['tools/install.mjs', 'tools/write-sbom.ts', 'tools/bundle-programs.ts']),
  );
  for (const file of programs) expect(existsSync(join(root, file)), file).toBe(true);
});

test('no repository of others can stop a deployment or a rollback', () => {
  const gating = ['ci.yml', 'deploy.yml', 'rollback.yml'].flatMap((file) =>
    Object.values(workflowOf(file).jobs).flatMap(stepsOf),
  );

  expect(gating.filter(({ with: given = {} }) => 'repository' in given)).toEqual([]);
});

test('the sample of code owners names existing paths', () => {
  const sample = readFileSync(join(root, '.github/CODEOWNERS.sample'), 'utf8');
  const paths = [...sample.matchAll(/^(\/\S+)/gm)].map(([, path = '']) => path);

  expect(paths).not.toHaveLength(0);
  for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
});

test('CI runs each part of test:all on every commit in parallel to the gate, and the others every night', () => {
  const { part, templates } = workflowOf('ci.yml').jobs;
  const { all, draws, recorded, documents } = workflowOf('nightly.yml').jobs;
  const named = (isWanted: (one: Part) => boolean) =>
    Object.entries(parts).flatMap(([name, one]) => (isWanted(one) ? [name] : []));
  // These jobs check the package that the gate has built.
  const onPackage = runsOf(templates).map((run) => /test:other -- (\w+)/.exec(run)?.[1]);

  expect([...(part?.strategy?.matrix.part ?? []), ...onPackage].sort()).toEqual(
    named((one) => !one.draws && !one.again).sort(),
  );
  const nightly = [draws, documents].flatMap((job) => job?.strategy?.matrix.part ?? []);
  expect(new Set(nightly)).toEqual(new Set(named((one) => one.draws === true)));
  expect(recorded?.strategy?.matrix.part).toEqual(['contract', 'woovi']);
  for (const job of [part, draws, recorded, documents])
    expect(runsOf(job)).toEqual(['npm run test:other -- "$PART"']);
  expect(part?.needs).toBeUndefined();
  // A job reads this commit in the history of its check-out.
  const last = JSON.parse(readFileSync(join(root, 'test/releases/last.json'), 'utf8'));
  expect(last.release).toMatch(/^[0-9a-f]{40}$/);
  expect(all?.uses).toBe('./.github/workflows/ci.yml');
});

test('npm run test:other -- pipeline runs every command from CI to staging and back', () => {
  expect(commands.length).toBeGreaterThan(10);
  for (const { run } of commands) expect(() => wayOf(run)).not.toThrow();
});

test('only jobs of deploy.yml and rollback.yml deploy', () => {
  const deploying = workflows.flatMap(([file, { jobs }]) =>
    Object.entries(jobs).flatMap(([name, job]) =>
      runsOf(job).some((run) => run.startsWith('node packaged/stage.mjs')) ? [`${file} ${name}`] : [],
    ),
  );

  expect(deploying).toEqual(['deploy.yml staging', 'deploy.yml production', 'rollback.yml rollback']);
});

describe('deploy.yml', () => {
  test('deploy.yml allows no overlapping deployments of a stage, and interrupts no deployment', () => {
    const { staging, production } = deploy.jobs;

    expect(staging?.concurrency).toEqual({ group: 'deploy-staging', 'cancel-in-progress': false });
    expect(production?.concurrency).toEqual({ group: 'deploy-production', 'cancel-in-progress': false });
  });

  test('deploy.yml deploys the package of one gate to both stages', () => {
    const ci = workflowOf('ci.yml');
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
        `node packaged/stage.mjs deploy ${name} --package packaged/${name}`,
      );
      expect(runsOf(deploy.jobs[name]).join()).not.toContain('npm run package');
    }
  });

  test('the gate packages the programs that deploy, and no job that deploys calls a registry', () => {
    const runs = runsOf(workflowOf('ci.yml').jobs.gate);
    const deploying = [deploy.jobs.staging, deploy.jobs.production, workflowOf('rollback.yml').jobs.rollback];

    expect(runs.at(-1)).toBe('node tools/bundle-programs.ts packaged');
    for (const job of deploying) expect(runsOf(job).join()).not.toMatch(/\b(npm|npx|pip|install)\b/);
  });

  test('deploy.yml deploys to staging after the gate, and to production after staging’s smoke test', () => {
    const { gate, staging, production } = deploy.jobs;

    expect(gate?.uses).toBe('./.github/workflows/ci.yml');
    expect(deploy.jobs.attest?.needs).toBe('gate');
    expect([staging?.needs, staging?.environment]).toEqual(['attest', 'staging']);
    expect([production?.needs, production?.environment]).toEqual(['staging', 'production']);
    expect(runsOf(staging).at(-1)).toBe('node packaged/smoke.mjs --url "$URL"');
    expect(runsOf(production).at(-1)).toBe('node packaged/smoke.mjs --url "$URL" --read-only');
  });

  test('each deployment job assumes the role of its environment', () => {
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

describe('a deployed package', () => {
  const rollback = workflowOf('rollback.yml').jobs.rollback;
  const list = 'find packaged -type f -print0 | sort -z | xargs -0 sha256sum';

  test('a package is signed by the workflow that built it, as a list of every file with its hash', () => {
    const steps = stepsOf(deploy.jobs.attest);

    expect(runsOf(deploy.jobs.attest)).toEqual([`${list} > packaged.sha256`]);
    expect(steps.map(({ uses }) => uses?.split('@')[0])).toEqual([
      'actions/download-artifact',
      undefined,
      'actions/attest',
      'actions/upload-artifact',
    ]);
    expect(steps[2]?.with).toEqual({ 'subject-path': 'packaged.sha256' });
  });

  test.each([
    ['staging', deploy.jobs.staging, 'github.sha'],
    ['production', deploy.jobs.production, 'github.sha'],
    ['a rollback', rollback, 'inputs.commit'],
  ])('a package is checked against the signed list of files before any AWS access: %s', (_, job, commit) => {
    const steps = stepsOf(job);
    const at = steps.findIndex(({ run }) => run?.startsWith('gh attestation verify'));
    const { run = '', env = {} } = steps[at] ?? {};

    expect(at).toBeGreaterThan(0);
    expect(steps.findIndex(({ uses }) => uses?.startsWith('aws-actions/'))).toBeGreaterThan(at);
    expect(env.COMMIT).toBe(`\${{ ${commit} }}`);
    for (const part of [
      'packaged.sha256 --repo "$GITHUB_REPOSITORY" --source-digest "$COMMIT"',
      '--signer-workflow "$GITHUB_REPOSITORY/.github/workflows/deploy.yml" --source-ref refs/heads/main',
    ])
      expect(run).toContain(part);
    expect(run.trim().split('\n').at(-1)?.trim()).toBe(`${list} | diff packaged.sha256 -`);
    for (const { uses, with: given } of steps.slice(0, at))
      if (uses?.startsWith('actions/download-artifact@')) expect(given?.name).toContain(commit);
  });
});

test('a deployment accepts the drift that the stage’s variable names', () => {
  for (const job of [deploy.jobs.staging, deploy.jobs.production]) {
    const step = stepsOf(job).find(({ run }) => run?.startsWith('node packaged/stage.mjs'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
    expect(step?.env?.ACCEPT_DRIFT).toBe('${{ vars.ACCEPT_DRIFT }}');
  }
});

test('a deployment can shift all traffic immediately, but only if it was started by hand', () => {
  const inputs = (deploy.on.workflow_dispatch as { inputs: object }).inputs;

  expect(inputs).toMatchObject({ all_at_once: { type: 'boolean', default: false } });
  for (const job of [deploy.jobs.staging, deploy.jobs.production]) {
    const step = stepsOf(job).find(({ run }) => run?.startsWith('node packaged/stage.mjs'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
    expect(step?.env?.ALL_AT_ONCE).toBe('${{ inputs.all_at_once }}');
  }
});

describe('rollback.yml', () => {
  const { rollback } = workflowOf('rollback.yml').jobs;

  test('rollback.yml waits for no other workflow, neither the gate nor a deployment awaiting approval', () => {
    expect(rollback?.needs).toBeUndefined();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own
    expect(rollback?.concurrency?.group).toBe('rollback-${{ inputs.stage }}');
  });

  test('rollback.yml deploys the functions of a stored package, and leaves tables and queues unchanged', () => {
    const commands = runsOf(rollback);

    expect(commands).toEqual([
      expect.stringMatching(/^gh attestation verify/),
      'node packaged/stage.mjs deploy "$STAGE" --package "packaged/$STAGE" --code-only',
    ]);
  });
});

describe('infra/bootstrap/deploy-role.yml', () => {
  const silent = { logLevel: 'silent' } as const;
  const { Resources, Parameters } = parse(
    readFileSync(join(root, 'infra/bootstrap/deploy-role.yml'), 'utf8'),
    silent,
  );
  const { AssumeRolePolicyDocument, Policies } = Resources.DeployRole.Properties;

  // GitHub's tokens also contain the ids if the repository was created, renamed or moved since 15 July 2026.
  test('the deploy role accepts the repository name as in GitHub’s tokens, with or without ids', () => {
    const isTaken = (name: string) => new RegExp(`^(?:${Parameters.Repository.AllowedPattern})$`).test(name);
    const withIds = 'acme-pagamentos@123456/pix.cashout@456789';

    expect(['acme-pagamentos/pix.cashout', withIds].filter(isTaken)).toHaveLength(2);
    expect(['*', 'acme', 'acme/*', 'acme@x/pix', 'acme/pix:environment', 'a/b/c'].filter(isTaken)).toEqual(
      [],
    );
    expect(plainName(withIds)).toBe('acme-pagamentos/pix.cashout');
  });

  // npm run test:other -- policies also asks IAM's simulator.
  test('the deploy role allows each command of operate/deploy', () => {
    const statements: { Effect: string; Action: string | string[] }[] = Policies[0].PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action);
    const sent = actionsIn(join(root, 'operate/deploy'));

    expect(sent.length).toBeGreaterThan(12);
    const isAllowed = (name: string) => allowed.includes(name) || allowed.includes(`${name.split(':')[0]}:*`);
    expect(sent.filter((name) => !isAllowed(name))).toEqual([]);
  });

  test('the deploy role trusts one repository, in the environment of one stage', () => {
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

  test('the deploy role may not read or delete a table, and passes roles only to Lambda, and one role to CodeDeploy', () => {
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
      {
        Resource: 'CanaryRole.Arn',
        Condition: { StringEquals: { 'iam:PassedToService': 'codedeploy.amazonaws.com' } },
      },
    ]);
  });
});

describe('docker-compose.yml', () => {
  const { services: containers } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));

  test('docker-compose.yml pins LocalStack, binds it to this machine, and checks its health', () => {
    const { image, ports, environment, healthcheck } = containers.localstack;

    expect(image).toMatch(/^localstack\/localstack:\d+\.\d+\.\d+$/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
    expect(ports).toEqual(['127.0.0.1:${LOCALSTACK_PORT:-4566}:4566']);
    expect(environment.SERVICES).toBe(services);
    expect(healthcheck.test).toContain('http://localhost:4566/_localstack/health');
  });
});
