// Stores the address of a started stack's Lambda API. npm start writes the address to the data folder of the stack,
// and npm run admin reads it there.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from './stop.ts';

const fileIn = (folder: string) => join(folder, 'lambda.json');

export function leaveLambdaAddress(folder: string, endpoint: string): void {
  writeFileSync(fileIn(folder), JSON.stringify({ endpoint }));
}

export function removeLambdaAddress(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

export function readLambdaAddress(folder: string): string {
  const file = fileIn(folder);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { endpoint: string }).endpoint;
  throw new Stop(
    'The local stack is not running.',
    'Start it with npm start. If its data is not in .local, repeat this command with --data FOLDER. For another stage, use --stage STAGE.',
  );
}
