// Reads the request headers about accepted formats, languages and compression (RFC 9110, section 12.5).

/**
 * Compares a range of the header with an offer.
 * @returns how exactly the range matches the offer; 0 if it does not match
 */
type Fits = (range: string, offered: string) => number;

const fitsType: Fits = (range, offered) => {
  if (range === offered) return 3;
  if (range === `${offered.split('/')[0]}/*`) return 2;
  return range === '*/*' ? 1 : 0;
};
const fitsLanguage: Fits = (range, offered) => {
  if (range.split('-')[0] === offered) return 2;
  return range === '*' ? 1 : 0;
};

/**
 * Returns the accepted type with the highest weight; among equal weights, the type that is offered first. If no type is
 * accepted, returns the first offer.
 */
export const acceptedType = <Type extends string>(
  header: string | undefined,
  offered: readonly [Type, ...Type[]],
) => preferred(header, offered, fitsType);

export const acceptedLanguage = <Name extends string>(
  header: string | undefined,
  offered: readonly [Name, ...Name[]],
) => preferred(header, offered, fitsLanguage);

function preferred<Offer extends string>(
  header = '',
  offered: readonly [Offer, ...Offer[]],
  fits: Fits,
): Offer {
  const ranges = header.toLowerCase().split(',').map(readRange);
  const weightOf = (offer: string) =>
    ranges
      .map(({ range, weight }) => ({ weight, exact: fits(range, offer) }))
      .reduce((best, one) => (one.exact > best.exact ? one : best), { weight: 0, exact: 0 }).weight;
  return offered.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), offered[0]);
}

/** Reads a range with its weight. A weight that cannot be read counts as the default weight. */
function readRange(text: string) {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const given = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '';
  return { range, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 1 };
}

/** Returns whether a compressed answer is accepted (RFC 9110, section 12.5.3). */
export function acceptsGzip(header = ''): boolean {
  const ranges = header.toLowerCase().split(',').map(readRange);
  const named = ranges.find(({ range }) => range === 'gzip') ?? ranges.find(({ range }) => range === '*');
  return named !== undefined && named.weight > 0;
}
