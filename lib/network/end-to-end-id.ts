// The network's payment identifier: E, our ISPB, the UTC minute, eleven characters of our own. The network
// accepts it within twelve hours of that minute, so its age decides whether it may still be sent.

const hourMs = 3_600_000;

/** Our own limit, half an hour less than the network's twelve hours. */
const sendableMs = 11.5 * hourMs;

/** @param suffix eleven letters and digits, unique within the minute */
export function formatEndToEndId(ispb: string, at: Date, suffix: string): string {
  const minute = at.toISOString().slice(0, 16).replace(/[-T:]/g, '');
  return `E${ispb}${minute}${suffix}`;
}

/** The same for a return: D instead of E. */
export function formatReturnId(ispb: string, at: Date, suffix: string): string {
  return `D${formatEndToEndId(ispb, at, suffix).slice(1)}`;
}

/** Whether the network would still accept a payment under this identifier. */
export function isSendable(endToEndId: string, now: Date): boolean {
  const [, year, month, day, hour, minute] = /^E\w{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  const mintedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return now.getTime() - mintedAt <= sendableMs;
}
