// What GitHub has to know of a stage: an environment with the role and the region as its variables. It is done by the GitHub
// CLI where that is there, and told as commands where it is not.

import { execFileSync, spawnSync } from 'node:child_process';
import { root } from '../service.ts';
import { Stop } from '../stop.ts';

type Options = {
  /** owner/name, or with the ids of both: owner@1/name@2. */
  repository: string;
  stage: string;
  /** ARN; unknown before the first stack is there. */
  role: string | undefined;
  region: string;
  dry: boolean;
  say: (line: string) => void;
};

/** owner/name of the remote origin. @throws Stop when there is none on GitHub */
export function repositoryOfOrigin(): string {
  const { stdout = '' } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' });
  const [, name] = /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/.exec(stdout) ?? [];
  if (!name)
    throw new Stop('The remote origin is not on GitHub.', 'Name the repository: --repository OWNER/NAME');
  return name;
}

/** owner/name, without the ids that GitHub's tokens have since July 2026. */
export const plainName = (repository: string) => repository.replace(/@\d+/g, '');

export async function onGitHub({ stage, role, region, dry, say, ...given }: Options): Promise<void> {
  const repository = plainName(given.repository);
  const variable = (name: string, body: string) => [
    'variable',
    'set',
    name,
    '--repo',
    repository,
    '--env',
    stage,
    '--body',
    body,
  ];
  const commands = [
    ['api', '--method', 'PUT', '--silent', `repos/${repository}/environments/${stage}`],
    variable('AWS_DEPLOY_ROLE', role ?? 'ROLE'),
    variable('AWS_REGION', region),
  ];
  const isThere = spawnSync('gh', ['auth', 'status']).status === 0;
  if (!isThere) say('  The GitHub CLI is not signed in here. Run these where it is:');
  for (const args of commands) {
    say(`  gh ${args.join(' ')}`);
    if (isThere && !dry) execFileSync('gh', args, { stdio: 'inherit' });
  }
  if (stage === 'staging') {
    say('  The smoke test needs the sandbox’s key, as a secret of the environment:');
    say(
      `  aws secretsmanager get-secret-value --region ${region} --secret-id pix-cashout-${stage}-sandbox \\\n` +
        `    --query SecretString --output text | jq -r .SANDBOX_KEY | gh secret set SANDBOX_KEY --repo ${repository} --env ${stage}`,
    );
  } else say('  In the environment’s protection rules: required reviewers, and main as the only branch.');
}
