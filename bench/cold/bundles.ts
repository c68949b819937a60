// Makes the bundles that are compared: our functions as packaged, and a minimal Lambda. The minimal Lambda is bundled
// both with default options and with our options.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { parse } from 'yaml';
import { packageService } from '../../local/osls.ts';
import { root, type Service } from '../../local/service.ts';

const minimal = 'bench/cold/minimal-lambda.ts';
const sameCalls = 'bench/cold/same-calls-lambda.ts';

const firstAttempt: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
};

export type Bundle = { file: string; bytes: number; zip: number };

/** Reads esbuild's options for the functions from serverless.yml. */
function ourSettings(): BuildOptions {
  const { custom } = parse(readFileSync(join(root, 'serverless.yml'), 'utf8'), {
    // This reader does not know CloudFormation's tags, so it would warn of each tag.
    logLevel: 'silent',
  }) as { custom: { esbuild: Record<string, unknown> } };
  const { outputFileExtension, outputWorkFolder, exclude, ...settings } = custom.esbuild;
  return settings as BuildOptions;
}

/**
 * Bundles our function, the minimal Lambda in both ways, and the Lambda that makes the same calls as ours, into a
 * folder.
 */
export async function bundleContestants(folder: string) {
  const bundle = async (name: string, entry: string, settings: BuildOptions): Promise<Bundle> => {
    const file = join(folder, `${name}.cjs`);
    await build({ ...settings, entryPoints: [join(root, entry)], absWorkingDir: root, outfile: file });
    const content = await readFile(file);
    return { file, bytes: content.length, zip: zipSize(content) };
  };
  const [ours, plain, strict, same] = await Promise.all([
    bundle('create-cashout', 'functions/create-cashout.ts', ourSettings()),
    bundle('minimal', minimal, firstAttempt),
    bundle('minimal-our-way', minimal, ourSettings()),
    bundle('same-calls', sameCalls, ourSettings()),
  ]);
  return { ours, plain, strict, same };
}

/** The bytes of a one-file zip besides its content. The zip contains the file name twice. */
const envelope = 114 + 2 * 'functions/create-cashout.cjs'.length;

/** Computes the bytes of a one-file zip from the packager, which uses level 1 of zlib. */
function zipSize(content: Uint8Array): number {
  return envelope + deflateRawSync(content, { level: 1 }).length;
}

/** Returns the bytes of each function's zip by the function's key, as a deployment uploads it. */
export async function packagedSizes(folder: string): Promise<Map<string, number>> {
  await packageService('staging', folder);
  const zips = readdirSync(folder).filter((file) => file.endsWith('.zip'));
  return new Map(zips.map((file) => [file.replace('.zip', ''), statSync(join(folder, file)).size]));
}

/** `zip` is the size in bytes. `files` are the source files of which the bundle contains parts. */
type Bundled = { zip: number; files: string[] };

/**
 * Returns the same as `packagedSizes` without running the packager, but only for bundles. Other files in the zip are
 * not counted, such as those of the API reference.
 */
export async function bundleFunctions({ functions }: Service): Promise<Map<string, Bundled>> {
  const entries = Object.values(functions).map(({ handler }) =>
    join(root, handler.replace(/handler$/, 'ts')),
  );
  const settings = {
    ...ourSettings(),
    absWorkingDir: root,
    outdir: root,
    write: false,
    metafile: true,
  } as const;
  const { outputFiles, metafile } = await build({ ...settings, entryPoints: entries });
  const filesOf = (path: string) =>
    Object.entries(metafile.outputs[relative(root, path)]?.inputs ?? {}).flatMap(
      ([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []),
    );
  const bundles = new Map(
    outputFiles.map(({ path, contents }) => [
      basename(path, '.js'),
      { zip: zipSize(contents), files: filesOf(path) },
    ]),
  );
  return new Map(
    Object.entries(functions).map(([key, { handler }]) => {
      const bundle = bundles.get(basename(handler, '.handler'));
      if (!bundle) throw new Error(`there is no bundle of ${key}`);
      return [key, bundle];
    }),
  );
}
