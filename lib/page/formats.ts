// Formats amounts, times and tax ids for people, in Portuguese and in English. Times are in Brazil's time.

import { toLocalTime } from '../base/time.ts';

export const languages = ['pt', 'en'] as const;
export type Language = (typeof languages)[number];

const months = {
  pt: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const;
const yesterday = { pt: 'ontem', en: 'yesterday' } as const;
const dayMs = 86_400_000;

/** Formats a day (YYYY-MM-DD): 25 nov 2026. @param now without it, and in another year, the year is written */
export function dayIn(language: Language, day: string, now?: Date): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const named = `${Number(date)} ${months[language][Number(month) - 1]}`;
  const isThisYear = now && toLocalTime(now.toISOString()).startsWith(year);
  return isThisYear ? named : `${named} ${year}`;
}

/**
 * Formats an instant (ISO, UTC) for a list: 14:32 today; ontem, 15:10; 25 nov, 09:30; 25 nov 2025, 09:30. The line does
 * not break in it.
 */
export function momentIn(language: Language, instant: string, now: Date): string {
  const [day = '', clock = ''] = toLocalTime(instant).split('T');
  const time = clock.slice(0, 5);
  const dayOf = (ms: number) => toLocalTime(new Date(ms).toISOString()).slice(0, 10);
  if (day === dayOf(now.getTime())) return time;
  const named = day === dayOf(now.getTime() - dayMs) ? yesterday[language] : dayIn(language, day, now);
  return `${named}, ${time}`.replaceAll(' ', '\u00a0');
}

/** Formats an instant (ISO, UTC) to the minute: 28/11/2026 às 04:15, or 28 Nov 2026, 04:15. */
export function minuteIn(language: Language, instant: string): string {
  const [day = '', clock = ''] = toLocalTime(instant).split('T');
  const time = clock.slice(0, 5);
  if (language === 'en') return `${dayIn('en', day)}, ${time}`;
  return `${day.split('-').toReversed().join('/')} às ${time}`;
}

const marks = { pt: ['.', ','], en: [',', '.'] } as const;

/**
 * Formats an amount.
 * @param reais as a JSON number with at most two decimals
 * @returns R$ 1.234,56 with a space at which the line does not break
 */
export function amountIn(language: Language, reais: number): string {
  const [whole = '', cents = ''] = reais.toFixed(2).split('.');
  const [thousands, decimal] = marks[language];
  return `R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${cents}`;
}

/** Formats an instant (ISO, UTC) in Brazil's time: 23/11/2026, 15:04:05, or 23 Nov 2026, 15:04:05. */
export function timeIn(language: Language, instant: string): string {
  const [date = '', clock = ''] = toLocalTime(instant).split('T');
  const [year, month, day] = date.split('-');
  const named =
    language === 'pt' ? `${day}/${month}/${year}` : `${Number(day)} ${months.en[Number(month) - 1]} ${year}`;
  return `${named}, ${clock.slice(0, 8)}`;
}

/** Formats 12345678000195 as 12.345.678/0001-95. A masked CPF is not changed. */
export const legalIdIn = (text: string) =>
  text.replace(/^(\w\w)(\w{3})(\w{3})(\w{4})(\d\d)$/, '$1.$2.$3/$4-$5');

/** Formats a PIX key. One that is a CPF or CNPJ gets its points. */
export const keyIn = (key: string): string =>
  legalIdIn(key).replace(/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1.$2.$3-$4');
