// npm run test:other -- policies: checks the roles of a stage with an IAM simulator. The deploy role must be allowed
// everything that CloudFormation does for each resource, and nothing that limits.ts lists.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packageService } from '../../local/osls.ts';
import { root } from '../../local/service.ts';
import { explain, readOptions, Stop } from '../../local/stop.ts';
import { reportOn } from '../../operate/judges/report.ts';
import { packagedTemplates } from '../../operate/judges/templates.ts';
import { judgeBoundary } from './boundary.ts';
import { judgeCommands } from './commands.ts';
import { judgeDeployments } from './deployments.ts';
import { exceptions } from './exceptions.ts';
import { judgeLimits, notByDeployRole, notWithinBoundary } from './limits.ts';
import { keyPoliciesOf, rolesOf } from './roles.ts';
import { makeReadHandlers, schemasOfCfnLint } from './schemas.ts';
import { openSimulator } from './simulator.ts';

const help = `npm run test:other -- policies [options]

  Packages staging, and asks a simulator of IAM (@cloud-copilot/iam-simulate) what its roles may do:
    - the deploy role, what CloudFormation calls for each resource, as AWS publishes it with the schemas of its types (in cfn-lint)
    - the deploy role, each command that operate/deploy sends
    - the deploy role, what it must never do (test/policies/limits.ts)
    - each function's role, what its policy says, within the boundary
    - a role that is given everything, what the boundary refuses

  --folder DIR    judge what is packaged there for staging, instead of packaging
  --help          this text

  Exit code 1: a decision that differs and has no reason in test/policies/exceptions.ts.
`;

const flags = readOptions({ folder: { type: 'string' }, help: { type: 'boolean', default: false } }, help);
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-policies-'));

if (flags.help) process.stdout.write(help);
else
  process.exitCode = await run().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  });
rmSync(folder, { recursive: true, force: true });

async function run(): Promise<number> {
  const schemas = await schemasOfCfnLint(say);
  if (!flags.folder) {
    say('packaging for staging ...');
    await packageService('staging', folder, { bundles: ['getJwks'] });
  }
  const templates = packagedTemplates(flags.folder ? resolve(flags.folder) : folder);
  const roles = rolesOf(templates);
  const deployRole = roles.find(({ id }) => id === 'DeployRole')?.holder;
  const ofFunctions = roles.filter(({ template }) => !template.endsWith('/bootstrap.json'));
  const boundary = ofFunctions[0]?.holder.boundary;
  if (!deployRole || !boundary)
    throw new Stop('The package has no deploy role or no boundary.', 'Package staging.');

  const decide = await openSimulator(keyPoliciesOf(templates));
  say('what a deployment calls ...');
  const deployments = await judgeDeployments({
    templates,
    deployRole,
    decide,
    actionsOf: makeReadHandlers(schemas, 'sa-east-1'),
  });
  const commands = await judgeCommands(join(root, 'operate/deploy'), deployRole, decide);
  say('what is not allowed ...');
  const everything = { Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }], Version: '2012-10-17' };
  const limits = [
    ...(await judgeLimits('DeployRole', deployRole, notByDeployRole, decide)),
    ...(await judgeLimits('Boundary', { policies: [everything], boundary }, notWithinBoundary, decide)),
  ];
  say('what functions do within the boundary ...');
  const inside = await judgeBoundary(ofFunctions, decide);

  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  const version: string = devDependencies['@cloud-copilot/iam-simulate'];
  const report = reportOn(
    [
      {
        tool: 'deployment',
        version,
        judged: `${deployments.asked} calls`,
        rules: 'allowed',
        findings: deployments.found,
      },
      {
        tool: 'commands',
        version,
        judged: `${commands.asked} calls`,
        rules: 'allowed',
        findings: commands.found,
      },
      {
        tool: 'refused',
        version,
        judged: `${notByDeployRole.length + notWithinBoundary.length} calls`,
        rules: 'refused',
        findings: limits,
      },
      {
        tool: 'functions',
        version,
        judged: `${inside.asked} calls of ${ofFunctions.length} roles`,
        rules: 'allowed',
        findings: inside.found,
      },
    ],
    exceptions,
    ['staging'],
  );
  process.stdout.write(`\n${report.lines.join('\n')}\n\n`);
  if (deployments.unpublished.length > 0)
    say(`Not judged, since AWS publishes no handlers of it: ${deployments.unpublished.join(', ')}`);
  say(report.isClean ? 'every decision is as wanted' : 'NOT as wanted, see above');
  return report.isClean ? 0 : 1;
}
