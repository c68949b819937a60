// Replaces what differs from run to run in an answer: ids and secrets. The rest is what the service really answers.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Typical numbers and texts, by the name of the field. */
const byName: Record<string, unknown> = {
  qr_code_id: 731_846_215_930,
  webhook_id: 7_292_262_688_376,
  content_digest: '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
  milliseconds: 84,
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
  client_secret: 'of-your-client',
  hmac_secret: 'of-your-client',
  mfa_secret: 'JBSWY3DPEHPK3PXP',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  source_account_number: '123456784',
  account_number: '123456784',
  from_accout: '123456784',
  legal_id: '12345678909',
  jws: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
  kid: '1',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  copy_and_paste:
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094',
};
/** A value that a test itself sends is not replaced. */
export const givenKey = '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42';
const anyId = 8_125_094_371_265;
const biggestPlain = 1_000_000_000;

/** @param name the name of the field that contains the value */
export function fixed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => fixed(item, name));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fixed(inner, key)]));
  if (value === null) return null;
  if (name in byName) return byName[name];
  if (typeof value === 'number') return value > biggestPlain ? anyId : value;
  return typeof value === 'string' ? fixedText(value) : value;
}

function fixedText(text: string): string {
  return (
    text
      .replace(uuid, (one) => (one === givenKey ? one : '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'))
      .replace(/\bE\d{20}\w{11}\b/g, 'E9999901120261121150400000000001')
      .replace(/\bD\d{20}\w{11}\b/g, 'D9999901120261121150400000000001')
      .replace(/\*{3}\.\d{3}\.\d{3}-\*{2}/g, '***.456.789-**')
      .replace(/^PX(-\w{4}){3}$/, 'PX-015A-GDBR-9J3P')
      .replace(/(?<=\/account-statements\/0001\/)\d+/, '123456784')
      // This is the code of a receipt. An event's id may have the same length.
      .replace(/(?<=^|\/receipts\/)(?![a-z]+-\d)[\w-]{31}$/, 'AAdjz2k4gSHhpHvL0r2WmVxkq4m0Nw8')
      // This is the id of an export.
      .replace(/^[0-9a-f]{32}$/, '8e0322564ae1d7ee3bb8a2708ae4c08f')
      .replace(/(?<=-test-)[\w-]+$/, 'qyHPbw4WwU6c')
      // This number is in the id of an event.
      .replace(/(?<=^[a-z]+-)\d{10,}/, String(anyId))
  );
}
