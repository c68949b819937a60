// Compares openapi.yaml as a YAML 1.1 parser in Python reads it with the original document.

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeDocument } from '../../lib/openapi/document.ts';
import { root } from '../../local/service.ts';
import { pythonPrograms } from './fuzz.ts';
import { beside, mustRun } from './programs.ts';

/**
 * Throws an error if PyYAML cannot read the file. @returns the places where its content differs from the original
 * document
 */
export async function readWithPython(): Promise<string[]> {
  const python = join(await pythonPrograms(), 'python');
  const printed = await mustRun(python, [beside('read.py'), join(root, 'openapi.yaml')]);
  const written = JSON.parse(JSON.stringify(makeDocument('http://localhost:3000', true)));
  return [...differences(JSON.parse(printed), written, '#')];
}

function* differences(one: unknown, other: unknown, place: string): Generator<string> {
  if (isDeepStrictEqual(one, other)) return;
  if (!isObject(one) || !isObject(other)) yield `${place} is read as ${JSON.stringify(one)}`;
  else
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      yield* differences(one[name], other[name], `${place}/${name}`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
