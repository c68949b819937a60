// Refuses a setting of a stage.

/** @throws an Error with the name of a wrong setting, and advice */
export function refuse(name: string, why: string): never {
  throw new Error(`${name}: ${why} (infra/stages/).`);
}
