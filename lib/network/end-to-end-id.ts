// Makes and reads the network's payment identifier. It consists of E, our ISPB, the UTC minute, and eleven characters
// with the cashout's id. The network accepts an identifier for twelve hours after that minute. So the age of an
// identifier decides whether it may still be sent.

const hourMs = 3_600_000;

/** Our own age limit, half an hour less than the network's twelve hours. */
const sendableMs = 11.5 * hourMs;

/** The network's limit, and the rest of the minute from which it counts. */
const arrivableMs = 12 * hourMs + 60_000;

/**
 * Makes an identifier.
 * @param suffix eleven letters and digits, unique within the minute
 */
export function formatEndToEndId(ispb: string, at: Date, suffix: string): string {
  const minute = at.toISOString().slice(0, 16).replace(/[-T:]/g, '');
  return `E${ispb}${minute}${suffix}`;
}

const idDigits = 11;

/**
 * Makes the identifier of our payment. Its last eleven characters are the cashout's id, so a cashout can be found by
 * the end-to-end id that users see.
 */
export function endToEndIdOf(cashoutId: number, ispb: string, at: Date): string {
  return formatEndToEndId(ispb, at, cashoutId.toString(36).toUpperCase().padStart(idDigits, '0'));
}

/**
 * Returns the cashout id in one of our end-to-end ids, or undefined if the format is not ours. A cashout with this id
 * may not exist.
 */
export function cashoutIdIn(endToEndId: string): number | undefined {
  const [, digits = ''] = /^E\w{20}([0-9A-Z]{11})$/.exec(endToEndId) ?? [];
  const id = Number.parseInt(digits, 36);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Makes the id of a return, which starts with D instead of E. */
export function formatReturnId(ispb: string, at: Date, suffix: string): string {
  return `D${formatEndToEndId(ispb, at, suffix).slice(1)}`;
}

/** Returns whether the network would still accept a payment with this identifier. */
export const isSendable = (endToEndId: string, now: Date): boolean => ageMs(endToEndId, now) <= sendableMs;

/** Returns whether a payment that was sent while `isSendable` may still reach the network. */
export const mayArrive = (endToEndId: string, now: Date): boolean => ageMs(endToEndId, now) <= arrivableMs;

function ageMs(endToEndId: string, now: Date): number {
  const [, year, month, day, hour, minute] = /^E\w{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  const mintedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return now.getTime() - mintedAt;
}
