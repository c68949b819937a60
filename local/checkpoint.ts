// The position in each stream, in a file beside the data, by the stream's ARN: a new stream has none.

import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';

export function checkpointIn(file: string) {
  const positions: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    read: (streamArn: string): string | undefined => positions[streamArn],
    write(streamArn: string, sequenceNumber: string): void {
      positions[streamArn] = sequenceNumber;
      replaceFile(file, JSON.stringify(positions));
    },
  };
}
