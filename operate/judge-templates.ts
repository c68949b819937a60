// npm run test:other -- templates: checks the CloudFormation templates with external tools: cfn-lint, an IAM linter and
// a policy scanner. Each finding is fixed, or accepted with a reason in judges/exceptions.ts.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generate } from 'selfsigned';
import { parse } from 'yaml';
import { cloudformationTags } from '../local/cloudformation-tags.ts';
import { packageService } from '../local/osls.ts';
import { root } from '../local/service.ts';
import { explain, readOptions } from '../local/stop.ts';
import { exceptions } from './judges/exceptions.ts';
import { reportOn } from './judges/report.ts';
import { type JudgedTemplate, packagedTemplates } from './judges/templates.ts';
import { judgeTemplates } from './judges/tools.ts';

const help = `npm run test:other -- templates [options]

  Packages staging and production, and gives the CloudFormation templates of their stacks to cfn-lint and checkov; and the policies of all roles, with values in place of references, to parliament.

  --folder DIR   judge what is packaged there, instead of packaging
  --help         this text

  Needs Python 3.11. The tools come from Python's index at the first run, and stay under .local.
  Exit code 1: a finding without an exception, or an exception without a finding (operate/judges/exceptions.ts).
`;

/**
 * Packaging requires the first of these options for a production stage. Production is checked with all options,
 * staging with none.
 */
const production = {
  payouts: 'main',
  refunds: 'main',
  psps: 'main efi https://pix.example.com us@example.com',
  ourIspb: '12345678',
  alarmEmail: 'ops@example.com',
  domain: 'api.example.com',
  hostedZoneId: 'Z0123456789ABC',
  callbackDomain: 'callbacks.example.com',
  consoleDomain: 'console.example.com',
  consoleIssuer: 'https://identity.example.com',
  consoleClientId: 'console',
  consoleOrigin: 'https://pages.example.com',
  staticEgress: 'true',
};
const flags = readOptions({ folder: { type: 'string' }, help: { type: 'boolean', default: false } }, help);
const started = Date.now();
const say = (line: string) =>
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-templates-'));
const cleanUp = () => rmSync(folder, { recursive: true, force: true });

if (flags.help) process.stdout.write(help);
else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      cleanUp();
      process.exit(1);
    });
  process.exitCode = await run().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  });
}
cleanUp();

async function run(): Promise<number> {
  const templates = flags.folder ? packagedTemplates(resolve(flags.folder)) : await packageAll();
  for (const { name, content } of templates)
    say(`${name}: ${Object.keys(content.Resources).length} resources`);
  const verdicts = await judgeTemplates(templates, join(folder, 'policies'), say);
  const report = reportOn(
    verdicts,
    exceptions,
    templates.map(({ stage }) => stage),
  );
  process.stdout.write(`\n${report.lines.join('\n')}\n\n`);
  say(report.isClean ? 'nothing is left to fix' : 'the templates are NOT clean, see above');
  return report.isClean ? 0 : 1;
}

/** Only one function is bundled, because the template is the same for any bundles and one bundle is fast. */
async function packageAll(): Promise<JudgedTemplate[]> {
  const templates: JudgedTemplate[] = [];
  const callbackTruststore = join(folder, 'authority.pem');
  const extensions = [{ name: 'basicConstraints' as const, cA: true, critical: true }];
  writeFileSync(callbackTruststore, (await generate([], { extensions })).cert);
  const all = { staging: {}, production: { ...production, callbackTruststore } };
  for (const [stage, params] of Object.entries(all)) {
    say(`packaging for ${stage} ...`);
    const into = join(folder, stage);
    await packageService(stage, into, { params, bundles: ['getJwks'] });
    templates.push(...packagedTemplates(into));
  }
  return [...templates, cloudfront()];
}

/** Returns the template for CloudFront, which an operator may deploy in front of a stage. */
function cloudfront(): JudgedTemplate {
  const [file, source] = [join(folder, 'cloudfront.json'), join(root, 'infra/edge/cloudfront.yml')];
  const content = parse(readFileSync(source, 'utf8'), { customTags: cloudformationTags });
  writeFileSync(file, JSON.stringify(content));
  return { name: 'edge/cloudfront.yml', file, content };
}
