// Compares a deployed stack with its template, using the services' own descriptions of each resource.

import type { Resource } from '../../local/service.ts';
import { NotEmulated } from './ask.ts';
import { type Comparison, compare } from './compare.ts';
import type { Reader, Told } from './readers.ts';
import { type Deployed, makeResolve } from './template.ts';

export type Verdict = { id: string; type: string } & (
  | ({ found: true } & Comparison)
  | { found: false; fault: string }
  /** Unknown: the emulator does not have it, or there is no reader for it here. */
  | { found: undefined; why: string }
);

type Options = {
  template: Record<string, Resource>;
  /** Physical ids by logical id, of all resources that CloudFormation reports as created. */
  physical: ReadonlyMap<string, string>;
  readers: Record<string, Reader>;
  pseudo: Record<string, string>;
  /** Why the emulator does not create resources of a type, if known. */
  unsupported: (type: string) => string | undefined;
  /** Called after each resource. */
  onChecked: (count: number) => void;
};

/** Resources without an id of their own, or without one that every emulator returns. */
const isPartOfAnother = new Set(['AWS::Lambda::Permission', 'AWS::S3::BucketPolicy']);

type Row = { id: string; resource: Resource; told?: Told; verdict?: Verdict };

export async function checkStack(options: Options): Promise<Verdict[]> {
  const { template, physical, pseudo } = options;
  const rows: Row[] = Object.entries(template).map(([id, resource]) => ({ id, resource }));
  const deployed: Deployed = {};
  for (const [id, ref] of physical) deployed[id] = { ref, attributes: {} };
  const isEmulated = (id: string) => !template[id] || options.unsupported(template[id].Type) === undefined;
  const resolve = makeResolve(deployed, pseudo, isEmulated);
  // Resources are compared after all were read, so that references can be resolved.
  let count = 0;
  const inOrder = [...rows].sort(
    (one, other) =>
      Number(isPartOfAnother.has(one.resource.Type)) - Number(isPartOfAnother.has(other.resource.Type)),
  );
  for (const row of inOrder) {
    await read(row, resolve(row.resource.Properties ?? {}) as Record<string, unknown>, options);
    const entry = deployed[row.id];
    if (entry && row.told) entry.attributes = row.told.attributes;
    options.onChecked(++count);
  }
  return rows.map(({ id, resource, told, verdict }) => {
    if (!told) return verdict ?? { id, type: resource.Type, found: false, fault: 'never read' };
    const written = resolve(resource.Properties ?? {}) as Record<string, unknown>;
    return { id, type: resource.Type, found: true, ...compare(written, told.properties) };
  });
}

async function read(row: Row, written: Record<string, unknown>, options: Options): Promise<void> {
  const { id, resource } = row;
  const ref = options.physical.get(id);
  const nothing = (why: string): Verdict => ({ id, type: resource.Type, found: undefined, why });
  const why = options.unsupported(resource.Type);
  if (why) row.verdict = nothing(why);
  else if (!ref && !isPartOfAnother.has(resource.Type))
    row.verdict = { id, type: resource.Type, found: false, fault: 'not created' };
  else {
    const reader = options.readers[resource.Type];
    if (!reader) {
      row.verdict = nothing('CloudFormation reports it as created; its service is not checked here');
      return;
    }
    try {
      row.told = await reader(ref ?? '', written);
    } catch (error) {
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const isMissing = error instanceof NotEmulated;
      row.verdict = isMissing
        ? nothing('the emulator does not answer questions about it')
        : { id, type: resource.Type, found: false, fault };
    }
  }
}
