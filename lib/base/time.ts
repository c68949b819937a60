// Converts times. Instants are ISO text in UTC with milliseconds, so they sort as text. The contract's times without a
// zone are in America/Sao_Paulo. That zone has been UTC-3 all year since 2019, before this service existed.

const saoPauloOffsetMs = -3 * 3_600_000;
const isoDateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+ -](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

const lastInstant = '9999-12-31T23:59:59.999Z';

/**
 * Converts an ISO 8601 time to UTC text. Returns undefined if the time does not exist (30 February, hour 24). `edge`
 * decides whether a day becomes its first or its last instant. Missing parts of a time of day are 0. A space before an
 * offset counts as a plus sign, because a caller may not have escaped the plus in a query.
 */
export function parseInstant(text: string, edge: 'first' | 'last' = 'first'): string | undefined {
  const match = isoDateTime.exec(text);
  if (!match) return undefined;
  const isLastOfDay = edge === 'last' && match[4] === undefined;
  const fill = isLastOfDay ? ['23', '59', '59', '999'] : ['00', '00', '00', '000'];
  const [, year, month, day, hour = fill[0], minute = fill[1], second = fill[2], fraction = fill[3], zone] =
    match;
  const clock = `${hour}:${minute}:${second}.${fraction?.slice(0, 3).padEnd(3, '0')}`;
  const asUtc = new Date(`${year}-${month}-${day}T${clock}Z`);
  const isReal =
    !Number.isNaN(asUtc.getTime()) && asUtc.toISOString() === `${year}-${month}-${day}T${clock}Z`;
  if (!isReal || Number(year) < 1900) return undefined;
  const instant = new Date(asUtc.getTime() - offsetMs(zone)).toISOString();
  // After the year 9999, ISO text starts with a sign and no longer sorts, so the last instant before is used.
  return /^\d{4}-/.test(instant) ? instant : lastInstant;
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined) return saoPauloOffsetMs;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Returns whether an instant (ISO, UTC) is by day in São Paulo: from 06:00 to 20:00. */
export function isByDay(instant: string): boolean {
  const hour = Number(toLocalTime(instant).slice(11, 13));
  return hour >= 6 && hour < 20;
}

/** Converts an instant to local time of São Paulo without a zone: 2026-11-21T00:05:00.123. */
export function toLocalTime(instant: string): string {
  return new Date(Date.parse(instant) + saoPauloOffsetMs).toISOString().slice(0, -1);
}

export function addSeconds(at: Date, seconds: number): string {
  return new Date(at.getTime() + seconds * 1000).toISOString();
}

/**
 * Returns the seconds from an instant until now. The result is never below 0, although the clocks of two machines may
 * differ.
 */
export function ageSeconds(since: string, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(since)) / 1000;
}

/** Returns the day of an instant in São Paulo: YYYY-MM-DD. */
export function saoPauloDay(instant: string): string {
  return toLocalTime(instant).slice(0, 10);
}

/**
 * Returns the first and the last instant of a day in São Paulo (ISO, UTC).
 * @param day YYYY-MM-DD
 */
export function saoPauloDayRange(day: string): { from: string; to: string } {
  const [from, to] = [parseInstant(day, 'first'), parseInstant(day, 'last')];
  if (!from || !to) throw new RangeError(`not a day: ${day}`);
  return { from, to };
}

/**
 * Returns the date that is this many days later.
 * @param date YYYY-MM-DD
 */
export function addDays(date: string, days: number): string {
  return addSeconds(new Date(date), days * 86_400).slice(0, 10);
}
