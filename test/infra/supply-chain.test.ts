import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../local/service.ts';
import { type Job, runsOf, stepsOf, workflowOf } from '../support/workflows.ts';

describe('ci.yml', () => {
  const { gate, templates } = workflowOf('ci.yml').jobs;

  test('ci.yml checks the templates of the same package that is deployed', () => {
    const withOf = (job: Job | undefined, action: string) =>
      stepsOf(job).find(({ uses }) => uses?.startsWith(action))?.with;
    const kept = withOf(gate, 'actions/upload-artifact@');

    expect(templates?.needs).toBe('gate');
    for (const job of [templates, workflowOf('deploy.yml').jobs.staging])
      expect(withOf(job, 'actions/download-artifact@')).toEqual({ name: kept?.name, path: kept?.path });
    expect(runsOf(templates)).toEqual(
      ['templates', 'policies'].map(
        (judge) => `npm run test:other -- ${judge} --folder ${kept?.path}/staging`,
      ),
    );
  });

  test('ci.yml installs Python programs only after the package is stored', () => {
    expect(stepsOf(gate).at(-1)?.uses).toMatch(/^actions\/upload-artifact@/);
    expect(runsOf(gate).join('\n')).not.toMatch(/test:other|python|pip/);
  });
});

describe('release.yml', () => {
  const release = workflowOf('release.yml');

  test('release.yml runs only for version tags', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
  });

  test('release.yml refuses a tag unless the recorded rows and messages of the last release are those of that tag', () => {
    const recorded = JSON.parse(readFileSync(join(root, 'test/releases/last.json'), 'utf8'));
    const check = `test "$(node -p 'require("./test/releases/last.json").release')" = "$GITHUB_REF_NAME"`;

    expect(runsOf(release.jobs.package)).toContain(check);
    expect(recorded.release).toMatch(/^(v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
  });

  test('release.yml attests the provenance and the SBOM of the package', () => {
    const attested = stepsOf(release.jobs.publish).filter(({ uses }) => uses?.startsWith('actions/attest@'));
    const subject = { 'subject-path': 'pix-cashout.tar.gz' };

    expect(attested.map((step) => step.with)).toEqual([
      subject,
      { ...subject, 'sbom-path': 'pix-cashout.cdx.json' },
    ]);
  });
});

/** The folders of this repository with files that pin programs from PyPI, and the files. */
const requirements = ['local', 'operate', 'tools', 'test', 'bench', 'examples'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => /requirements\.txt$/.test(file))
    .map((file) => `${top}/${file}`),
);

test.each(requirements)('%s pins every package with its hashes, and names no index', (file) => {
  const packages = readFileSync(join(root, file), 'utf8')
    .replace(/^#.*\n/gm, '')
    .split(/\n(?=\S)/);

  expect(packages.length).toBeGreaterThan(30);
  for (const one of packages)
    expect(one).toMatch(/^[a-z0-9-]+==[\w.]+( \\\n {4}--hash=sha256:[0-9a-f]{64})+\n?$/);
});

describe('dependabot.yml', () => {
  type Update = { 'package-ecosystem': string; directory?: string; directories?: string[]; groups?: object };
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as {
    updates: Update[];
  };

  test('dependabot.yml updates packages, actions and every requirements file, in groups', () => {
    const pip = updates.find((one) => one['package-ecosystem'] === 'pip');
    const ofPython = [...new Set(requirements.map((file) => `/${dirname(file)}`))];

    expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'pip']);
    expect(pip?.directories?.toSorted()).toEqual(ofPython.toSorted());
    for (const { groups } of updates) expect(Object.keys(groups ?? {}).length).toBeGreaterThan(0);
  });
});
