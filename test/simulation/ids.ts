// Generates ids that depend only on the seed.

import type { Ids } from '../../lib/base/ids.ts';
import type { Dice } from './dice.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function makeIds(dice: Dice): Ids {
  const id53 = () => dice.between(1, 2 ** 21 - 1) * 2 ** 32 + dice.between(0, 2 ** 32 - 1);
  const uuid = () => `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-a${dice.hex(3)}-${dice.hex(12)}`;
  return {
    uuid,
    cashoutId: id53,
    webhookId: id53,
    attempt: () => dice.hex(12),
    endToEndSuffix: () =>
      Array.from({ length: 11 }, () => letters[dice.between(0, letters.length - 1)]).join(''),
    secret: () => dice.hex(64),
    digits: (length) => String(dice.between(10 ** (length - 1), 10 ** length - 1)),
    fraction: dice.fraction,
  };
}
