// Sets up GitHub for a stage: an environment that only the branch main may use, with the role and the region as
// variables. The GitHub CLI applies the settings; without it the commands are printed.

import { spawnSync } from 'node:child_process';
import { root } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';

type Options = {
  /** The repository as owner/name, or with both ids as owner@1/name@2. */
  repository: string;
  stage: string;
  /** The ARN of the role. It is undefined before the first stack exists. */
  role: string | undefined;
  region: string;
  dry: boolean;
  say: (line: string) => void;
};

/**
 * Returns owner/name of the remote origin.
 * @throws Stop if the remote is not on GitHub
 */
export function repositoryOfOrigin(): string {
  const { stdout = '' } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' });
  const [, name] = /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/.exec(stdout) ?? [];
  if (!name)
    throw new Stop('The remote origin is not on GitHub.', 'Name the repository: --repository OWNER/NAME');
  return name;
}

/**
 * Returns the repository's name as GitHub's tokens contain it, with or without ids. Returns undefined if GitHub does
 * not report it.
 */
export function nameInTokens(repository: string): string | undefined {
  if (repository.includes('@')) return repository;
  const path = `repos/${repository}/actions/oidc/customization/sub`;
  const { status, stdout } = spawnSync('gh', ['api', path], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const { sub_claim_prefix: prefix = '' } = JSON.parse(stdout) as { sub_claim_prefix?: string };
  return /^repo:([\w.-]+(@\d+)?\/[\w.-]+(@\d+)?)$/.exec(prefix)?.[1];
}

/** Returns owner/name without the ids, which GitHub's tokens contain since July 2026. */
export const plainName = (repository: string) => repository.replace(/@\d+/g, '');

/** The settings of a stage's environment on GitHub that are kept when the environment is written again. */
type Environment = {
  protection_rules?: {
    type: string;
    wait_timer?: number;
    prevent_self_review?: boolean;
    reviewers?: { type: string; reviewer: { id: number } }[];
  }[];
  deployment_branch_policy?: { protected_branches: boolean; custom_branch_policies: boolean } | null;
};

const chosenBranches = { protected_branches: false, custom_branch_policies: true };

/**
 * Returns the settings that allow only chosen branches to use the role. GitHub deletes settings that are left out, so
 * the existing ones are repeated.
 */
function environmentOf({ protection_rules: rules = [] }: Environment): object {
  const asked = rules.find(({ type }) => type === 'required_reviewers');
  return {
    wait_timer: rules.find(({ type }) => type === 'wait_timer')?.wait_timer ?? 0,
    prevent_self_review: asked?.prevent_self_review ?? false,
    reviewers: asked?.reviewers?.map(({ type, reviewer: { id } }) => ({ type, id })) ?? null,
    deployment_branch_policy: chosenBranches,
  };
}

export async function onGitHub({ stage, role, region, dry, say, ...given }: Options): Promise<void> {
  const repository = plainName(given.repository);
  const path = `repos/${repository}/environments/${stage}`;
  const isThere = spawnSync('gh', ['auth', 'status']).status === 0;
  if (!isThere) {
    say(
      '  The GitHub CLI is not signed in here. Run these where it is. If the environment exists, leave out',
    );
    say('  the first command, which would remove its reviewers:');
  }
  const run = (args: string[], input?: object) => {
    const body = input && JSON.stringify(input);
    say(`  gh ${args.map(quoted).join(' ')}${body ? ` <<< '${body}'` : ''}`);
    if (!isThere || dry) return;
    const { status, stderr } = spawnSync('gh', args, { input: body ?? '', encoding: 'utf8' });
    if (status !== 0)
      throw new Stop(
        `GitHub refused the request: ${stderr.trim()}`,
        'Fix the cause, and run the command again.',
      );
  };
  const read = (of: string): object | undefined => {
    if (!isThere) return undefined;
    const { status, stdout, stderr } = spawnSync('gh', ['api', of], { encoding: 'utf8' });
    if (status === 0) return JSON.parse(stdout);
    if (/HTTP 404/.test(stderr)) return undefined;
    // If the settings cannot be read, they must not count as absent, because the reviewers in them would be lost.
    throw new Stop(
      `GitHub does not return ${of}: ${stderr.trim()}`,
      'Fix the cause, and run the command again.',
    );
  };

  const found: Environment = read(path) ?? {};
  if (!found.deployment_branch_policy)
    run(['api', '--method', 'PUT', '--silent', path, '--input', '-'], environmentOf(found));
  if (!found.deployment_branch_policy?.protected_branches) {
    const { branch_policies: named = [] } = (read(`${path}/deployment-branch-policies`) ?? {}) as {
      branch_policies?: { name: string }[];
    };
    if (!named.some(({ name }) => name === 'main'))
      run(['api', '--method', 'POST', '--silent', `${path}/deployment-branch-policies`, '-f', 'name=main']);
  }
  const variables = { AWS_DEPLOY_ROLE: role ?? 'ROLE', AWS_REGION: region };
  for (const [name, body] of Object.entries(variables))
    run(['variable', 'set', name, '--repo', repository, '--env', stage, '--body', body]);
  if (stage === 'staging') {
    say('  The smoke test needs the sandbox’s key, as a secret of the environment:');
    say(
      `  aws secretsmanager get-secret-value --region ${region} --secret-id pix-cashout-${stage}-sandbox \\\n` +
        `    --query SecretString --output text | jq -r .SANDBOX_KEY | gh secret set SANDBOX_KEY --repo ${repository} --env ${stage}`,
    );
  } else say('  In the environment’s protection rules: required reviewers, who are not the author.');
}

const quoted = (word: string) => (/^[\w@/:.=-]+$/.test(word) ? word : `'${word}'`);
