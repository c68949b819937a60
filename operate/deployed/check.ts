// Compares a deployed stack with its template. The services' own descriptions show how each resource was deployed.

import type { Resource } from '../../local/service.ts';
import { NotEmulated } from './ask.ts';
import { type Comparison, compare } from './compare.ts';
import type { Reader, Told } from './readers.ts';
import { type Deployed, makeResolve } from './template.ts';

export type Verdict = { id: string; type: string } & (
  | ({ found: true } & Comparison)
  | { found: false; fault: string }
  /**
   * The state of the resource is unknown, because the emulator does not support it or there is no reader for it here.
   */
  | { found: undefined; why: string }
);

type Options = {
  template: Record<string, Resource>;
  /** The physical ids of all resources that CloudFormation reports as created, by logical id. */
  physical: ReadonlyMap<string, string>;
  readers: Record<string, Reader>;
  pseudo: Record<string, string>;
  /** Returns why the emulator does not create resources of a type, if the reason is known. */
  unsupported: (type: string) => string | undefined;
  /** Called after each resource, with the number of resources that were read so far. */
  onChecked: (count: number) => void;
};

/** The types of resources that have no id of their own, or no id that every emulator returns. */
const isPartOfAnother = new Set(['AWS::Lambda::Permission', 'AWS::S3::BucketPolicy']);

type Row = { id: string; resource: Resource; told?: Told; verdict?: Verdict };

export async function checkStack(options: Options): Promise<Verdict[]> {
  const { template, physical, pseudo } = options;
  const rows: Row[] = Object.entries(template).map(([id, resource]) => ({ id, resource }));
  const deployed: Deployed = {};
  for (const [id, ref] of physical) deployed[id] = { ref, attributes: {} };
  const isEmulated = (id: string) => !template[id] || options.unsupported(template[id].Type) === undefined;
  const resolve = makeResolve(deployed, pseudo, isEmulated);
  // Resources are compared only after all of them were read, so that references can be resolved.
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
