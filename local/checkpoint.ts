// Stores how far each stream was read, by the ARN of the stream, in a file next to the data. A new stream has no
// position yet.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';

export function checkpointIn(file: string) {
  // Creates the folder. It may not exist yet if the embedded engines are not used.
  mkdirSync(dirname(file), { recursive: true });
  const positions: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    read: (streamArn: string): string | undefined => positions[streamArn],
    write(streamArn: string, sequenceNumber: string): void {
      positions[streamArn] = sequenceNumber;
      replaceFile(file, JSON.stringify(positions));
    },
  };
}
