/** @throws an Error that names a wrong setting of infra/stages/, with advice */
export function refuse(name: string, why: string): never {
  throw new Error(`${name}: ${why} (infra/stages/).`);
}
