// The position in each stream, in a file next to the data, by the stream's ARN. A new stream has none.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';

export function checkpointIn(file: string) {
  // Without the embedded engines, nothing else has created the folder.
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
