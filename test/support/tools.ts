// Lists what some tests need but npm does not install, and tells whether it is on this machine.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/service.ts';

const says = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? `${stdout}${stderr}` : '';
};

export const browserPath = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path));

/** The Central Bank's document of the Pix API. This repository may not contain it: github.com/bacen/pix-api. */
export const pixApiDocument = process.env.PIX_API_DOCUMENT;
/** Woovi's document: github.com/woovibr/woovi-developers. */
export const wooviDocument = process.env.WOOVI_DOCUMENT;
/** A copy of Efí's public pages: github.com/mpaivaana/error-report. */
export const efiPages = process.env.EFI_PAGES;

export const tools = {
  python: {
    is: 'Python 3.11 or later',
    isHere: () => {
      const [, minor = '0'] = /Python 3\.(\d+)/.exec(says('python3', '--version')) ?? [];
      return Number(minor) >= 11;
    },
  },
  java: { is: 'a JDK and Maven', isHere: () => says('java', '-version') !== '' && says('mvn', '-v') !== '' },
  go: { is: 'Go', isHere: () => says('go', 'version') !== '' },
  browser: { is: 'a Chromium (CHROMIUM=PATH)', isHere: () => browserPath !== undefined },
  pixApi: {
    is: 'the document of the Pix API (PIX_API_DOCUMENT=FILE)',
    isHere: () => pixApiDocument !== undefined && existsSync(pixApiDocument),
  },
  woovi: {
    is: 'the document of Woovi (WOOVI_DOCUMENT=FILE)',
    isHere: () => wooviDocument !== undefined && existsSync(wooviDocument),
  },
  efi: {
    is: 'the pages of Efí (EFI_PAGES=FOLDER)',
    isHere: () => efiPages !== undefined && existsSync(efiPages),
  },
  history: {
    comesWithClone: true,
    is: 'the commit of the last release (git fetch --unshallow)',
    isHere: () => {
      const { release } = JSON.parse(readFileSync(join(root, 'test/releases/last.json'), 'utf8'));
      return says('git', '-C', root, 'cat-file', '-t', release) !== '';
    },
  },
} satisfies Record<string, { is: string; comesWithClone?: true; isHere: () => boolean }>;

export type Tool = keyof typeof tools;

/** Returns whether npm and a clone with its history are enough for tests that need these tools. */
export const isNpmEnough = (needs: readonly Tool[]) => needs.every((tool) => 'comesWithClone' in tools[tool]);
