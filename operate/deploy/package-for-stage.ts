// Returns the folder with a stage's package. It is an existing folder, or a temporary one with a new package.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageService } from '../../local/osls.ts';
import { Stop } from '../../local/stop.ts';

/** @returns the folder, and a function that removes it if it is temporary */
export async function packageForStage(
  stage: string,
  given: string | undefined,
  say: (line: string) => void,
): Promise<{ folder: string; done: () => void }> {
  if (given !== undefined) {
    if (!existsSync(join(given, 'artifacts.json')))
      throw new Stop(`${given} is not a package.`, `npm run package -- --stage ${stage} --package ${given}`);
    return { folder: given, done: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-package-'));
  const done = () => rmSync(folder, { recursive: true, force: true });
  say(`Packaging ${stage}, about a minute ...`);
  try {
    await packageService(stage, folder);
  } catch (error) {
    done();
    throw error;
  }
  return { folder, done };
}
