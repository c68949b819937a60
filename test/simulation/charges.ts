// Simulates the charges of dynamic codes as their issuers store them at this moment. An issuer may change a charge
// while its code is being paid.

import { cents } from '../../lib/base/money.ts';
import { parseBrCode } from '../../lib/network/br-code.ts';
import type { ChargeLookup } from '../../lib/network/port.ts';
import { codeAt } from '../support/br-codes.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import type { Scheduler } from './scheduler.ts';

type Options = { scheduler: Scheduler; dice: Dice; faults: Faults };

export function makeCharges({ scheduler, dice, faults }: Options) {
  const charges = new Map<string, ChargeLookup>();

  /** Changes the charge: it gets another amount or another payee, or is removed. */
  function revise(url: string): void {
    const charge = charges.get(url);
    if (charge?.kind !== 'payable') return;
    const revised: ChargeLookup = dice.pick([
      { ...charge, amountCents: otherAmount(dice, charge.amountCents ?? 0) },
      { ...charge, pixKey: 'mallory@example.com' },
      { kind: 'not_payable' },
    ]);
    scheduler.note(`  ${url} is revised`);
    charges.set(url, revised);
  }

  return {
    read: (url: string): ChargeLookup => charges.get(url) ?? { kind: 'not_payable' },

    /** @returns the code of a new charge */
    issue(pixKey: string, amountCents: number): string {
      const url = `issuer.example.com/cob/${charges.size + 1}`;
      const txid = `charge${dice.hex(26)}`;
      charges.set(url, { kind: 'payable', pixKey, amountCents: cents(amountCents), txid });
      if (faults.strikes('charge revised'))
        scheduler.at(scheduler.now() + dice.between(0, dice.pick([500, 20_000])), () => revise(url));
      return codeAt(url);
    },
  };
}

/** Returns an amount that is a little larger, much larger or smaller. */
export function otherAmount(dice: Dice, amountCents: number) {
  const other = dice.pick([amountCents + 1, amountCents * 900, Math.max(1, amountCents - 1)]);
  return cents(other === amountCents ? amountCents + 100 : other);
}

/** Returns the address of the charge of a dynamic code. */
export function urlOf(text: string): string {
  const code = parseBrCode(text);
  return code?.kind === 'dynamic' ? code.url : '';
}
