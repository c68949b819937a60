// Stores files in S3: writes them as streams in parts, reads them, and shares them by temporary links. The S3 client is
// only in the bundles of functions that import this file.

import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { invariant } from '../base/errors.ts';
import { awsClientSettings } from './aws-client.ts';
import type { Config } from './config.ts';

/** Size of a part in bytes. At most two parts are in memory. S3 allows ten thousand parts, so a file may have 80 GB. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

type Named = { contentType: string };

export type Files = ReturnType<typeof makeFiles>;

export function fileClient({ STAGE }: Pick<Config, 'STAGE'>): S3Client {
  return new S3Client({
    ...awsClientSettings,
    // The timeout is longer than that of other clients, because writing a part takes longer than writing a row.
    requestHandler: { ...awsClientSettings.requestHandler, requestTimeout: 30_000 },
    // The SDK must not add a checksum by default, because a link for an upload cannot contain the checksum of later
    // content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    // The local S3 emulator serves all buckets under one host name.
    forcePathStyle: STAGE === 'local',
  });
}

export function makeFiles(client: S3Client, { FILES_BUCKET }: Pick<Config, 'FILES_BUCKET'>) {
  const at = (Key: string) => {
    invariant(FILES_BUCKET, 'a function that uses files has their bucket');
    return { Bucket: FILES_BUCKET, Key };
  };

  return {
    /** Writes a file from a stream. If the stream or the upload fails, no file is created. */
    async put(key: string, content: Readable, { contentType }: Named): Promise<void> {
      const params = { ...at(key), Body: content, ContentType: contentType };
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    },

    /** Returns the size of a file in bytes, or undefined if the file does not exist. */
    async sizeOf(key: string): Promise<number | undefined> {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    async read(key: string): Promise<Readable> {
      return (await client.send(new GetObjectCommand(at(key)))).Body as Readable;
    },

    /**
     * Returns a link with which anybody can read the file until the link expires.
     * @param name file name that a browser shows
     * @param expiresIn seconds until the link expires
     */
    linkToRead(key: string, name: string, expiresIn: number): Promise<string> {
      const ResponseContentDisposition = `attachment; filename="${name}"`;
      return getSignedUrl(client, new GetObjectCommand({ ...at(key), ResponseContentDisposition }), {
        expiresIn,
      });
    },

    /**
     * Returns a link with which anybody can write the file until the link expires, but only with this type and exactly
     * this length.
     * @param expiresIn seconds until the link expires
     */
    linkToWrite(
      key: string,
      { contentType, bytes }: Named & { bytes: number },
      expiresIn: number,
    ): Promise<string> {
      const put = new PutObjectCommand({ ...at(key), ContentType: contentType, ContentLength: bytes });
      return getSignedUrl(client, put, {
        expiresIn,
        signableHeaders: new Set(['content-type', 'content-length']),
      });
    },
  };
}
