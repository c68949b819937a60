// Runs each command of npm run stage in every stack state that AWS documents.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Stop } from '../../../local/stop.ts';
import { deployStage } from '../../../operate/deploy/deploy-stage.ts';
import { createStage } from '../../../operate/stage/create.ts';
import { destroyStage } from '../../../operate/stage/destroy.ts';
import { makeAws } from './aws.ts';
import type { FakeStack } from './cloudformation.ts';

const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'one' } };
const data = { Resources: { OneTable: table, OtherTable: table } };
const code = {
  Resources: { Function: { Type: 'AWS::Lambda::Function' } },
  Outputs: { HttpApiUrl: { Value: 'https://api' } },
};
const bootstrap = {
  Resources: { Bucket: { Type: 'AWS::S3::Bucket' } },
  Outputs: { Artifacts: { Value: 'bucket' } },
};
const stage = 'staging';
const name = 'pix-cashout-staging';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-cashout-states-'));
  const files = {
    'data.json': data,
    'code.json': code,
    'bootstrap.json': bootstrap,
    'artifacts.json': { k: 'code.json' },
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(folder, file), JSON.stringify(content));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Aws = ReturnType<typeof makeAws>;

/** The resources of a stack in each state: none, one of two, or both. */
const contents: Record<string, Record<string, string>> = {
  CREATE_FAILED: { OneTable: 'CREATE_COMPLETE', OtherTable: 'CREATE_FAILED' },
  UPDATE_FAILED: { OneTable: 'CREATE_COMPLETE', OtherTable: 'CREATE_FAILED' },
  ROLLBACK_COMPLETE: {},
  REVIEW_IN_PROGRESS: {},
};
const whole = { OneTable: 'CREATE_COMPLETE', OtherTable: 'CREATE_COMPLETE' };

/** Opens a stage whose data stack is in this state, followed by these states if this one is not final. */
function stageWith(status: string, ...ahead: string[]): Aws & { stack: FakeStack } {
  const aws = makeAws();
  aws.add(`${name}-bootstrap`, 'CREATE_COMPLETE', bootstrap).resources.Bucket = {
    ...{ type: 'AWS::S3::Bucket', status: 'CREATE_COMPLETE' },
  };
  const stack = aws.add(`${name}-data`, status, status === 'REVIEW_IN_PROGRESS' ? { Resources: {} } : data);
  stack.ahead = ahead;
  for (const [id, state] of Object.entries(contents[ahead.at(-1) ?? status] ?? whole))
    stack.resources[id] = { type: 'AWS::DynamoDB::Table', status: state };
  return { ...aws, stack };
}

/** Returns the result of a command: the change of the data stack, or the reason for the refusal. */
async function outcome(aws: Aws, command: Promise<unknown>): Promise<string> {
  const why = await command.then(
    () => '',
    (error) => (error instanceof Stop ? `: ${error.message.split('\n').join(' ')}` : `: BUG ${error}`),
  );
  return `${aws.stacks.get(`${name}-data`)?.status ?? 'gone'}${why}`;
}

const stuck = {
  UPDATE_ROLLBACK_FAILED: `${name}-data is UPDATE_ROLLBACK_FAILED and cannot be changed.`,
  ROLLBACK_FAILED: `${name}-data is ROLLBACK_FAILED and cannot be changed.`,
  DELETE_FAILED: `${name}-data is DELETE_FAILED and cannot be changed.`,
};

/** A state, the states that follow by themselves, and the results of deploy and destroy. */
const rows: [status: string, ahead: string[], deployed: string, destroyed: string][] = [
  ['REVIEW_IN_PROGRESS', [], 'CREATE_COMPLETE', 'gone'],
  ['CREATE_IN_PROGRESS', ['CREATE_COMPLETE'], 'CREATE_COMPLETE', 'gone'],
  ['CREATE_IN_PROGRESS', ['CREATE_FAILED'], 'UPDATE_COMPLETE', 'gone'],
  ['CREATE_COMPLETE', [], 'CREATE_COMPLETE', 'gone'],
  ['CREATE_FAILED', [], 'UPDATE_COMPLETE', 'gone'],
  ['ROLLBACK_IN_PROGRESS', ['ROLLBACK_COMPLETE'], 'CREATE_COMPLETE', 'gone'],
  ['ROLLBACK_COMPLETE', [], 'CREATE_COMPLETE', 'gone'],
  ['ROLLBACK_FAILED', [], `ROLLBACK_FAILED: ${stuck.ROLLBACK_FAILED}`, 'gone'],
  ['DELETE_IN_PROGRESS', ['DELETE_COMPLETE'], 'CREATE_COMPLETE', 'gone'],
  ['DELETE_FAILED', [], `DELETE_FAILED: ${stuck.DELETE_FAILED}`, 'gone'],
  ['UPDATE_IN_PROGRESS', ['UPDATE_COMPLETE'], 'UPDATE_COMPLETE', 'gone'],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', ['UPDATE_COMPLETE'], 'UPDATE_COMPLETE', 'gone'],
  ['UPDATE_COMPLETE', [], 'UPDATE_COMPLETE', 'gone'],
  ['UPDATE_FAILED', [], 'UPDATE_COMPLETE', 'gone'],
  ['UPDATE_ROLLBACK_IN_PROGRESS', ['UPDATE_ROLLBACK_COMPLETE'], 'UPDATE_ROLLBACK_COMPLETE', 'gone'],
  [
    'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS',
    ['UPDATE_ROLLBACK_COMPLETE'],
    'UPDATE_ROLLBACK_COMPLETE',
    'gone',
  ],
  ['UPDATE_ROLLBACK_COMPLETE', [], 'UPDATE_ROLLBACK_COMPLETE', 'gone'],
  ['UPDATE_ROLLBACK_FAILED', [], `UPDATE_ROLLBACK_FAILED: ${stuck.UPDATE_ROLLBACK_FAILED}`, 'gone'],
  ['IMPORT_COMPLETE', [], 'IMPORT_COMPLETE', 'gone'],
  ['IMPORT_ROLLBACK_COMPLETE', [], 'IMPORT_ROLLBACK_COMPLETE', 'gone'],
];

describe.each(rows)('a data stack in state %s, then %j,', (status, ahead, deployed, destroyed) => {
  test('a deployment succeeds, or is refused with the reason', async () => {
    const aws = stageWith(status, ...ahead);

    expect(await outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false }))).toBe(deployed);
  });

  test('a creation succeeds, or is refused with the reason', async () => {
    vi.stubEnv('PATH', '');
    const aws = stageWith(status, ...ahead);

    const create = createStage(aws.cloud, { stage, folder, dry: false, repository: 'owner/repo' });
    expect(await outcome(aws, create)).toBe(deployed);
    vi.unstubAllEnvs();
  });

  test('a dry run leaves the data stack unchanged', async () => {
    const aws = stageWith(status, ...ahead);

    const before = structuredClone(aws.stack.resources);
    const rests = ahead.at(-1) ?? status;
    const isEmpty = rests === 'REVIEW_IN_PROGRESS' || rests === 'DELETE_COMPLETE';

    const is = await outcome(aws, deployStage(aws.cloud, { stage, folder, dry: true }));

    expect([is.split(':')[0], aws.stack.resources]).toEqual([isEmpty ? 'gone' : rests, before]);
    expect(aws.changes.filter((call) => call.startsWith('ExecuteChangeSet'))).toEqual([]);
  });

  test('a rollback of the code succeeds and leaves the data stack unchanged', async () => {
    const aws = stageWith(status);

    expect(await outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false, codeOnly: true }))).toBe(
      status,
    );
    expect(aws.stacks.get(name)?.status).toBe('CREATE_COMPLETE');
  });

  test('the data stack is destroyed together with the tables that it created', async () => {
    const aws = stageWith(status, ...ahead);
    const made = Object.entries(contents[ahead.at(-1) ?? status] ?? whole).filter(
      ([, is]) => is === 'CREATE_COMPLETE',
    );

    expect(await outcome(aws, destroyStage(aws.cloud, { stage, dry: false, confirm: stage }))).toBe(
      destroyed,
    );
    expect(aws.deleted).toEqual(ahead.includes('DELETE_COMPLETE') ? [] : made.map(([id]) => id));
  });
});

describe('a first creation of the data stack that failed', () => {
  test('a repeated creation continues with the resources that the failed creation made', async () => {
    const fails = new Map([['OtherTable', 'Table limit exceeded']]);
    const aws = makeAws(fails);
    aws.add(`${name}-bootstrap`, 'CREATE_COMPLETE', bootstrap);
    const deploy = () => outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false }));

    const first = await deploy();
    const again = await deploy();
    fails.clear();
    const last = await deploy();

    const told = (is: string) => `${is}: ${name}-data is ${is}.   OtherTable: Table limit exceeded`;
    expect([first, again, last]).toEqual([told('CREATE_FAILED'), told('UPDATE_FAILED'), 'UPDATE_COMPLETE']);
    expect(aws.stacks.get(`${name}-data`)?.events.filter(({ what }) => what === 'OneTable')).toHaveLength(1);
  });

  test('a repeated creation may leave out a resource that was never made, but is refused without an existing resource', async () => {
    const without = (id: string) => {
      const { [id]: _, ...Resources } = data.Resources as Record<string, object>;
      writeFileSync(join(folder, 'data.json'), JSON.stringify({ Resources }));
    };
    const [lost, kept] = [stageWith('CREATE_FAILED'), stageWith('CREATE_FAILED')];

    without('OtherTable');
    const given = await outcome(lost, deployStage(lost.cloud, { stage, folder, dry: false }));
    without('OneTable');
    const refused = await outcome(kept, deployStage(kept.cloud, { stage, folder, dry: false }));
    writeFileSync(join(folder, 'data.json'), JSON.stringify(data));

    expect(given).toBe('UPDATE_COMPLETE');
    expect(refused).toContain('OneTable (AWS::DynamoDB::Table) would be removed.');
  });
});

test('a failed first creation of the code is deleted, the reason is printed, and the code is created anew', async () => {
  const fails = new Map([['Function', 'Role is invalid']]);
  const aws = makeAws(fails);
  aws.add(`${name}-bootstrap`, 'CREATE_COMPLETE', bootstrap);

  const failed = await outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false }));
  fails.clear();
  await deployStage(aws.cloud, { stage, folder, dry: false });

  expect(failed).toContain(`${name} is DELETE_COMPLETE.   Function: Role is invalid`);
  expect(aws.stacks.get(name)?.status).toBe('CREATE_COMPLETE');
});

test('a data stack whose table was deleted by hand is not changed', async () => {
  const aws = stageWith('UPDATE_ROLLBACK_COMPLETE');
  aws.stack.drift.push('OneTable');

  const refused = await outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false }));

  expect(refused).toContain('OneTable has been deleted by hand.');
});

describe('a changed property of the data stack', () => {
  const path = 'OneTable/BillingMode';
  const drifted = (...drift: string[]) => {
    const aws = stageWith('UPDATE_COMPLETE');
    aws.stack.drift.push(...drift);
    return aws;
  };
  const deploy = (aws: Aws, ...acceptDrift: string[]) =>
    outcome(aws, deployStage(aws.cloud, { stage, folder, dry: false, acceptDrift }));

  test('is refused, with its path, and accepted by that path, which the output records with both values', async () => {
    const aws = drifted(path);

    expect(await deploy(aws)).toContain(`${path} was changed by hand: b instead of a.`);
    expect(await deploy(aws, path)).toBe('UPDATE_COMPLETE');
    expect(aws.said).toContain(`  accepted drift: ${path} was changed by hand: b instead of a.`);
  });

  test('is accepted alone: other drift is still refused, and a deleted table always', async () => {
    const refused = await deploy(drifted(path, 'OtherTable/KeySchema/0', 'OtherTable'), path);

    expect(refused).toContain('OtherTable/KeySchema/0 was changed by hand');
    expect(refused).toContain('OtherTable has been deleted by hand.');
    expect(refused).not.toContain(path);
  });

  test.each([path, 'OtherTable'])('is refused if %s is accepted, but has not drifted', async (accepted) => {
    const aws = drifted('OneTable/KeySchema', 'OtherTable');

    expect(await deploy(aws, accepted)).toContain(`${accepted} is accepted as drift, but has not drifted.`);
    expect(aws.changes).toEqual([]);
  });
});

test('the code is deployed with log groups of its own, and refused before a change if another one exists', async () => {
  const [own, other] = ['own', 'other'].map((key) => `/aws/lambda/${name}-${key}`) as [string, string];
  const log = (LogGroupName: string) => ({ Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName } });
  const functions = { Resources: { [own]: log(own), [other]: log(other) } };
  const files = { k: 'code.json', f: 'functions-work.json' };
  const inside = mkdtempSync(join(tmpdir(), 'pix-cashout-logs-'));
  for (const [file, content] of Object.entries({ 'code.json': code, 'functions-work.json': functions }))
    writeFileSync(join(inside, file), JSON.stringify(content));
  writeFileSync(join(inside, 'artifacts.json'), JSON.stringify(files));
  const deploy = (logs: string[]) => {
    const aws = makeAws(new Map(), { logs });
    aws.add(`${name}-bootstrap`, 'CREATE_COMPLETE', bootstrap);
    // The id of a resource is its logical id here, so this is the nested stack.
    aws.add('nested', 'CREATE_COMPLETE').resources[own] = {
      ...{ type: 'AWS::Logs::LogGroup', status: 'CREATE_COMPLETE' },
    };
    aws.add(name, 'CREATE_COMPLETE', code).resources.nested = {
      ...{ type: 'AWS::CloudFormation::Stack', status: 'CREATE_COMPLETE' },
    };
    const deployed = deployStage(aws.cloud, { stage, folder: inside, dry: false, codeOnly: true });
    return deployed.then(String, (error) => `${error.message} ${error.mend} ${aws.changes.length}`);
  };

  expect(await deploy([own, `/aws/lambda/${name}-unrelated`])).toBe('https://api');
  const refused = await deploy([own, other]);
  rmSync(inside, { recursive: true });
  expect(refused).toContain(`would create log groups that exist: ${other} `);
  expect(refused).toMatch(/delete-log-group .* 0$/);
});

test('destroy deletes the logs of the stage, also of renamed functions, and no logs of other stages', async () => {
  const own = [`/aws/lambda/${name}-renamed`, `/aws/http-api/${name}`];
  const aws = makeAws(new Map(), { logs: [...own, '/aws/lambda/pix-cashout-production-one', '/other'] });

  await destroyStage(aws.cloud, { stage, dry: true, confirm: undefined });
  expect([aws.deleted, aws.said.join()]).toEqual([[], expect.stringContaining('logs: 2')]);
  await destroyStage(aws.cloud, { stage, dry: false, confirm: stage });
  expect(aws.deleted).toEqual(own);
});

describe('the command create', () => {
  const create = (aws: Aws, more = {}) =>
    createStage(aws.cloud, { stage, folder, dry: false, repository: 'owner/repo', ...more });

  beforeAll(() => void vi.stubEnv('PATH', ''));
  afterAll(() => void vi.unstubAllEnvs());

  test('create changes nothing if the account has the stage in a different region', async () => {
    const aws = makeAws(new Map(), { policies: [`${name}-boundary`] });

    await expect(create(aws)).rejects.toThrow(`has the policy ${name}-boundary`);
    expect(aws.changes).toEqual([]);
  });

  test('create asks for the concurrency of the API and of each worker in the package', async () => {
    const inside = mkdtempSync(join(tmpdir(), 'pix-cashout-workers-'));
    cpSync(folder, inside, { recursive: true });
    const worker = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { ScalingConfig: { MaximumConcurrency: 40 } },
    };
    writeFileSync(
      join(inside, 'code.json'),
      JSON.stringify({ ...code, Resources: { ...code.Resources, worker } }),
    );
    const asked = create(makeAws(new Map(), { functions: 99 }), { folder: inside });

    await expect(asked).rejects.toThrow('The account lets too few functions run at once');
    await create(makeAws(new Map(), { functions: 100 }), { folder: inside });
    rmSync(inside, { recursive: true });
  });

  test('create changes nothing in an account limited to ten concurrent functions, unless an option allows it', async () => {
    const [refused, told] = [makeAws(new Map(), { functions: 10 }), makeAws(new Map(), { functions: 10 })];

    await expect(create(refused)).rejects.toThrow(
      'The account lets too few functions run at once for staging.',
    );
    await create(told, { hasFewFunctions: true });

    expect(refused.changes).toEqual([]);
    expect(told.stacks.get(name)?.status).toBe('CREATE_COMPLETE');
  });

  test('create keeps the repository ids of the existing stack if GitHub does not return them', async () => {
    const aws = makeAws();
    await create(aws, { repository: 'owner@1/repo@2' });

    await create(aws);

    expect(aws.stacks.get(`${name}-bootstrap`)?.parameters).toContainEqual({
      ParameterKey: 'Repository',
      ParameterValue: 'owner@1/repo@2',
    });
    expect(aws.said.join('\n')).not.toContain('GitHub does not tell whether');
  });

  test('create changes nothing when it is run again', async () => {
    const aws = makeAws();
    await create(aws);
    const done = aws.changes.length;

    await create(aws);

    const again = aws.changes.slice(done).filter((call) => !/(Create|Delete)ChangeSet/.test(call));
    expect(again).toEqual([]);
  });
});
