// Recognises UUIDs of version 4, in upper or lower case. Idempotency keys and random PIX keys have this form.

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuid4(text: string): boolean {
  return uuid4.test(text);
}
