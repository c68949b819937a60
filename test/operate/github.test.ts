// A program named gh replaces GitHub's. It answers from a file, and records its calls.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nameInTokens, onGitHub } from '../../operate/stage/github.ts';

const environment = 'repos/owner/repo/environments/production';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-cashout-gh-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** @param known the answers of GitHub to a GET, by path */
function openGitHub(known: Record<string, object | string>): void {
  const file = (name: string) => JSON.stringify(join(folder, name));
  writeFileSync(join(folder, 'known.json'), JSON.stringify(known));
  writeFileSync(join(folder, 'told'), '');
  const program = `#!${process.execPath}
    const { readFileSync, appendFileSync } = require('node:fs');
    const [what, path] = process.argv.slice(2);
    const known = JSON.parse(readFileSync(${file('known.json')}, 'utf8'));
    if (what === 'auth') process.exit(0);
    if (what === 'api' && path !== '--method') {
      if (!known[path]) {
        process.stderr.write(known.fault ?? 'gh: Not Found (HTTP 404)');
        process.exit(1);
      }
      process.stdout.write(JSON.stringify(known[path]));
    } else appendFileSync(${file('told')}, process.argv.slice(2).join(' ') + ' ' + readFileSync(0, 'utf8') + '\\n');
  `;
  writeFileSync(join(folder, 'gh'), program, { mode: 0o755 });
}

/** @returns the changes sent to GitHub */
async function tell(known: Record<string, object | string>, dry = false): Promise<string[]> {
  openGitHub(known);
  const about = { repository: 'owner/repo', stage: 'production', role: 'ARN', region: 'sa-east-1' };
  await onGitHub({ ...about, dry, say: () => {} });
  return readFileSync(join(folder, 'told'), 'utf8').trimEnd().split('\n').filter(Boolean);
}

const variables = [
  expect.stringContaining('variable set AWS_DEPLOY_ROLE --repo owner/repo --env production --body ARN'),
  expect.stringContaining('variable set AWS_REGION --repo owner/repo --env production --body sa-east-1'),
];
const put = (body: object) => `api --method PUT --silent ${environment} --input - ${JSON.stringify(body)}`;
const main = expect.stringContaining(
  `api --method POST --silent ${environment}/deployment-branch-policies -f name=main`,
);
const deployment_branch_policy = { protected_branches: false, custom_branch_policies: true };

test('a new GitHub environment allows only the branch main', async () => {
  expect(await tell({})).toEqual([
    put({ wait_timer: 0, prevent_self_review: false, reviewers: null, deployment_branch_policy }),
    main,
    ...variables,
  ]);
});

test('a GitHub environment open to any branch is restricted, and keeps its reviewers and its wait time', async () => {
  const protection_rules = [
    { type: 'wait_timer', wait_timer: 30 },
    {
      type: 'required_reviewers',
      prevent_self_review: true,
      reviewers: [{ type: 'Team', reviewer: { id: 7 } }],
    },
  ];

  expect(await tell({ [environment]: { protection_rules, deployment_branch_policy: null } })).toEqual([
    put({
      wait_timer: 30,
      prevent_self_review: true,
      reviewers: [{ type: 'Team', id: 7 }],
      deployment_branch_policy,
    }),
    main,
    ...variables,
  ]);
});

test('a GitHub environment that is restricted to main is unchanged', async () => {
  const known = {
    [environment]: { deployment_branch_policy },
    [`${environment}/deployment-branch-policies`]: { branch_policies: [{ name: 'main' }] },
  };

  expect(await tell(known)).toEqual(variables);
});

test('a GitHub environment for protected branches is unchanged', async () => {
  const known = {
    [environment]: { deployment_branch_policy: { protected_branches: true, custom_branch_policies: false } },
  };

  expect(await tell(known)).toEqual(variables);
});

test('a dry run sends no change to GitHub', async () => {
  expect(await tell({}, true)).toEqual([]);
});

test('no change is sent to GitHub after a read from GitHub failed', async () => {
  await expect(tell({ fault: 'error connecting to api.github.com' })).rejects.toThrow(
    `GitHub does not return ${environment}: error connecting to api.github.com`,
  );
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('');
});

describe('the repository name in GitHub’s tokens', () => {
  const path = 'repos/owner/repo/actions/oidc/customization/sub';

  test.each<[string, string, object, string | undefined]>([
    ['has ids', 'owner/repo', { sub_claim_prefix: 'repo:owner@1/repo@2' }, 'owner@1/repo@2'],
    ['has no ids', 'owner/repo', { sub_claim_prefix: 'repo:owner/repo' }, 'owner/repo'],
    ['keeps GitHub’s spelling', 'owner/repo', { sub_claim_prefix: 'repo:Owner/Repo' }, 'Owner/Repo'],
    [
      'is unknown if the tokens have a custom format',
      'owner/repo',
      { sub_claim_prefix: 'environment' },
      undefined,
    ],
    ['is unknown if GitHub does not return it', 'owner/repo', {}, undefined],
    [
      'keeps the ids that the caller gives',
      'owner@3/repo@4',
      { sub_claim_prefix: 'repo:owner@1/repo@2' },
      'owner@3/repo@4',
    ],
  ])('the name %s', (_, given, answer, name) => {
    openGitHub({ [path]: answer });
    expect(nameInTokens(given)).toBe(name);
  });

  test('the name is unknown if GitHub does not answer', () => {
    openGitHub({});
    expect(nameInTokens('owner/repo')).toBeUndefined();
  });
});
