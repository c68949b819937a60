// Clients in other languages. Each test generates a client from the OpenAPI document, compiles it, and sends the
// largest amount and the largest id over HTTP.

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedVersion } from '../../local/python-programs.ts';
import { farAmount, farId } from './far-server.ts';
import { pythonPrograms } from './fuzz.ts';
import { beside, emptyFolder, kept, mustRun, versionOf } from './programs.ts';
import type { Stage } from './stage.ts';
import { typescriptClients } from './typescript-clients.ts';

export type Client = {
  language: string;
  generator: string;
  /** The tools that this client needs and this machine does not have. */
  missing?: string;
  /** The reason why the client is generated but not compiled. */
  notCompiled?: string;
  /**
   * Generates and compiles the client. @returns a function that runs the program with the client, and returns its
   * output
   */
  build(documentFile: string): Promise<(environment: Record<string, string>) => Promise<string>>;
};

const missing = (what: Record<string, string | undefined>) => {
  const names = Object.entries(what).flatMap(([name, version]) => (version ? [] : [name]));
  return names.length > 0 ? { missing: names.join(' and ') } : {};
};

const goModule = readFileSync(beside('go/go.mod'), 'utf8');
const goGenerator = /oapi-codegen\/v2 v([\d.]+)/.exec(goModule)?.[1];

const go = (): Client => ({
  language: 'Go',
  generator: `oapi-codegen ${goGenerator}`,
  ...missing({ 'Go 1.25': versionOf('go', 'version') }),
  async build(documentFile) {
    const cwd = emptyFolder('go');
    cpSync(beside('go'), cwd, { recursive: true });
    const generated = ['tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'pix'];
    mkdirSync(join(cwd, 'pix'));
    await mustRun('go', [...generated, '-o', 'pix/pix.go', documentFile], { cwd });
    await mustRun('go', ['vet', './...'], { cwd });
    await mustRun('go', ['build', '-o', 'carry', '.'], { cwd });
    return (env) => mustRun(join(cwd, 'carry'), [], { env });
  },
});

export const pinned = (name: string) => pinnedVersion(beside('requirements.txt'), name);

const python = (): Client => ({
  language: 'Python',
  generator: `openapi-python-client ${pinned('openapi-python-client')}`,
  ...missing({ 'Python 3.11': versionOf('python3', '--version') }),
  async build(documentFile) {
    const bin = await pythonPrograms();
    const cwd = emptyFolder('python-client');
    const env = { PATH: [bin, process.env.PATH].join(delimiter) };
    // The generator does not support CSV bodies, and sends them as files.
    const config = join(cwd, 'config.json');
    writeFileSync(
      config,
      JSON.stringify({ content_type_overrides: { 'text/csv': 'application/octet-stream' } }),
    );
    const args = ['generate', '--path', documentFile, '--config', config];
    args.push('--meta', 'none', '--output-path', join(cwd, 'pix'));
    const said = await mustRun(join(bin, 'openapi-python-client'), [...args, '--fail-on-warning'], { env });
    if (/warning/i.test(said)) throw new Error(said);
    await mustRun(join(bin, 'python'), ['-m', 'compileall', '-q', 'pix'], { cwd });
    return (more) =>
      mustRun(join(bin, 'python'), [beside('carry.py')], { env: { ...more, PYTHONPATH: cwd } });
  },
});

const generatorProject = beside('generator.xml');
const javaGenerator = /<version>([\d.]{3,})<\/version>/.exec(readFileSync(generatorProject, 'utf8'))?.[1];

/** Downloads the generator once. @returns the command-line arguments that run it */
async function openapiGenerator(): Promise<string[]> {
  const folder = join(kept, `openapi-generator-${javaGenerator}`);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
    await mustRun('mvn', ['-q', '-B', '-f', generatorProject, copy, `-DoutputDirectory=${folder}`]);
    writeFileSync(stamp, '');
  }
  return ['-cp', join(folder, '*'), 'org.openapitools.codegen.OpenAPIGenerator', 'generate'];
}

const jvm = () => missing({ 'Java 17': versionOf('java', '-version'), Maven: versionOf('mvn', '--version') });

const java = (): Client => ({
  language: 'Java',
  generator: `openapi-generator ${javaGenerator} (java, okhttp-gson)`,
  ...jvm(),
  async build(documentFile) {
    const cwd = emptyFolder('java');
    const generate = await openapiGenerator();
    await mustRun('java', [...generate, '-g', 'java', '-i', documentFile, '-o', cwd]);
    const build = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
    await mustRun('mvn', ['-q', '-B', 'compile', build, '-Dmdep.outputFile=classpath.txt'], { cwd });
    const classes = join(cwd, 'target/classes');
    const path = [classes, readFileSync(join(cwd, 'classpath.txt'), 'utf8').trim()].join(delimiter);
    await mustRun('javac', ['-cp', path, '-d', classes, beside('Carry.java')]);
    return (env) => mustRun('java', ['-cp', path, 'Carry'], { env });
  },
});

const csharp = (): Client => ({
  language: 'C#',
  generator: `openapi-generator ${javaGenerator} (csharp)`,
  ...jvm(),
  notCompiled: 'there is no program for it',
  async build(documentFile) {
    const cwd = emptyFolder('csharp');
    const generate = await openapiGenerator();
    await mustRun('java', [...generate, '-g', 'csharp', '-i', documentFile, '-o', cwd]);
    if (!existsSync(join(cwd, 'src/Org.OpenAPITools/Api/CashoutsApi.cs')))
      throw new Error('nothing is generated');
    return async () => '';
  },
});

export const clients = (): Client[] => [go(), python(), java(), csharp(), ...typescriptClients()];

/** @returns the values that did not arrive unchanged */
export async function carryThrough(
  call: (environment: Record<string, string>) => Promise<string>,
  { url, demo, token }: Stage,
  farUrl: string,
): Promise<string[]> {
  const [account] = demo.accounts;
  if (!account) throw new Error('the demo company has no account');
  const printed = await call({
    SERVICE: url,
    SERVER: farUrl,
    TOKEN: token,
    HMAC_SECRET: demo.hmac_secret,
    BRANCH: account.source_account_branch_identifier,
    NUMBER: account.source_account_number,
    AMOUNT: String(farAmount),
    ID: String(farId),
  });
  const carried = JSON.parse(printed) as Record<string, string>;
  const wanted = (name: string) =>
    name.startsWith('amount') ? String(farAmount) : name === 'event' ? 'cashout.created' : String(farId);
  const names = ['amount sent as text', 'amount read again', 'amount of the event', 'event'];
  return [...new Set([...names, 'amount beside the id', 'id', 'id sent', ...Object.keys(carried)])]
    .filter((name) => carried[name] !== wanted(name))
    .map((name) => `${name}: ${carried[name]} in place of ${wanted(name)}`);
}
