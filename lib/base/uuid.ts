// UUIDs of version 4, in any case: idempotency keys and random PIX keys.

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuid4(text: string): boolean {
  return uuid4.test(text);
}
