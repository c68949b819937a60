// Reads the request headers with accepted formats and languages (RFC 9110, section 12.5).

/** @returns how exactly a range of the header matches the offer; 0 if it does not */
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
 * The accepted type with the highest weight, the first offered among equals. If none is accepted, the first offered.
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

/** An unreadable weight counts as the default weight. */
function readRange(text: string) {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const given = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '';
  return { range, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 1 };
}
