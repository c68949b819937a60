// Checks that nobody gets data of another company, and that no secret is in the log or in a table without encryption.

import { isGood } from './callers.ts';
import { type Case, entriesIn } from './case.ts';

/** The legal id of the recipient of every manual transfer. */
const plantedCpf = '52998224725';

export function checkSecrets({ world, callers, parties, stored, fail }: Case): void {
  for (const party of parties) {
    for (const other of parties) {
      if (other === party) continue;
      for (const { who, path, outcome } of callers.history) {
        if (who === party.name && JSON.stringify(outcome).includes(other.taint))
          fail('I23', `${party.name} reads of ${other.name} at ${path}`);
      }
      const heard = world.receivers.received.filter(({ url }) =>
        url.includes(`//${party.name.toLowerCase()}-`),
      );
      if (heard.some(({ body }) => body.includes(other.taint)))
        fail('I23', `a receiver of ${party.name} hears of ${other.name}`);
    }
  }
  const webhookSecrets = callers.history.flatMap(({ outcome }) =>
    isGood(outcome) && typeof outcome.body.secret === 'string' ? [outcome.body.secret as string] : [],
  );
  const secrets = [...parties.flatMap((party) => party.secrets), ...webhookSecrets];
  const personal = [
    plantedCpf,
    ...parties.flatMap(({ taint, accounts }) => [taint, ...accounts.map(({ pixKey }) => pixKey)]),
  ];
  const log = world.logLines.join('\n');
  for (const word of [...secrets, ...personal])
    if (log.includes(word)) fail('I30', `the log has ${word.slice(0, 8)}...`);
  const tables = JSON.stringify([stored, entriesIn(stored)]);
  for (const secret of secrets)
    if (tables.includes(secret)) fail('I30', `a secret lies open in a table: ${secret.slice(0, 8)}...`);
}
