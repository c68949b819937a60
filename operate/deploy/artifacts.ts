// Uploads the bundles and templates of a package, each named by its hash. Files that exist are not sent again, and
// nothing is ever overwritten.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Manifest } from '../../infra/stacks-plugin.ts';
import type { Cloud } from './cloud.ts';

/** The number of uploads that run at the same time. */
const workers = 8;

/** @returns the number of files that were missing and have been uploaded */
export async function upload(cloud: Cloud, folder: string, bucket: string, files: Manifest): Promise<number> {
  let sent = 0;
  const open = Object.entries(files);
  const work = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [Key, file] = next;
      if (await isThere(cloud, bucket, Key)) continue;
      await cloud.s3.send(
        new PutObjectCommand({ Bucket: bucket, Key, Body: readFileSync(join(folder, file)) }),
      );
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return sent;
}

async function isThere({ s3 }: Cloud, Bucket: string, Key: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket, Key }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFound') return false;
    throw error;
  }
}
