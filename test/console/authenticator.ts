// Simulates a person's authenticator. It makes a key pair for a site and signs the site's challenges.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** Encodes CBOR. It supports only the types that a device writes: numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flat().map((one) => cbor(one as number));
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** The false values that a device or its browser may send. */
export type Lies = {
  origin?: string;
  host?: string;
  challenge?: string;
  isUnverified?: boolean;
  counter?: number;
  id?: string;
  /** The format of the attestation. */
  format?: string;
  /** The ways to reach the device. Some password managers name none, or nothing. */
  transports?: unknown;
};

type Asked = { challenge: string };

const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
function onCurve(namedCurve: string, curve: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const cose = [
    [1, 2],
    [3, -7],
    [-1, curve],
    [-2, part(x)],
    [-3, part(y)],
  ] as const;
  return { privateKey, cose, digest: 'sha256' };
}
/** Generates key pairs as devices do, and their public keys in the COSE format. */
const kinds = {
  ec: () => onCurve('P-256', 1),
  /** This is not the curve that belongs to the algorithm. */
  p384: () => onCurve('P-384', 2),
  ed25519: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const cose = [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part(publicKey.export({ format: 'jwk' }).x)],
    ] as const;
    return { privateKey, cose, digest: null };
  },
  rsa: () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const { n, e } = publicKey.export({ format: 'jwk' });
    return {
      privateKey,
      cose: [
        [1, 3],
        [3, -257],
        [-1, part(n)],
        [-2, part(e)],
      ] as const,
      digest: 'sha256',
    };
  },
};
export type Kind = keyof typeof kinds;

/** @param origin the page's origin. @param counts whether the device counts its uses */
export function makeDevice(origin: string, counts = true, kind: Kind = 'ec') {
  const { privateKey, cose, digest } = kinds[kind]();
  const id = randomBytes(32);
  let uses = 0;
  const client = (type: string, { challenge }: Asked, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  /** The flags: user present (1), user verified (4), and a new key included (64). */
  const dataOf = (lies: Lies, key?: Buffer) => {
    const flags = 1 | (lies.isUnverified ? 0 : 4) | (key ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? (counts ? ++uses : 0));
    const host = sha256(lies.host ?? new URL(origin).hostname);
    return Buffer.concat([host, Buffer.from([flags]), counter, key ?? Buffer.alloc(0)]);
  };
  const answer = (lies: Lies, response: Record<string, unknown>) => {
    const ownId = lies.id ?? text(id);
    return JSON.stringify({
      id: ownId,
      rawId: ownId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  };

  return {
    id: text(id),
    /** The result of `navigator.credentials.create`. */
    create(asked: Asked, lies: Lies = {}): string {
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cbor(new Map<number, unknown>(cose)),
      ]);
      const object = new Map<string, unknown>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(lies, key)],
      ]);
      return answer(lies, {
        clientDataJSON: text(client('webauthn.create', asked, lies)),
        attestationObject: text(cbor(object)),
        transports: 'transports' in lies ? lies.transports : ['internal', 'made-up'],
      });
    },
    /** The result of `navigator.credentials.get`. */
    get(asked: Asked, lies: Lies = {}): string {
      const [data, about] = [dataOf(lies), client('webauthn.get', asked, lies)];
      const signature = sign(digest, Buffer.concat([data, sha256(about)]), privateKey);
      return answer(lies, {
        clientDataJSON: text(about),
        authenticatorData: text(data),
        signature: text(signature),
      });
    },
  };
}
