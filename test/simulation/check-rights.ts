// Checks that no webhook gets events of an account after its client has lost the right to them, and that no webhook is
// paused while its client has the right.

import type { Webhook } from '../../lib/webhook/webhook.ts';
import { type Case, rowsOf } from './case.ts';
import { sightAgeMax } from './check-deliveries.ts';

export function checkRights({ world, stored, fail }: Case): void {
  const { losses, receivers } = world;
  for (const { url, row, from, until } of losses.lost) {
    for (const attempt of receivers.received.filter((one) => one.url === url)) {
      if (attempt.step <= from || attempt.step > until) continue;
      const sight = attempt.sawRights.get(row);
      // The attempt was in progress when the right was lost. The right had been checked, and only the HTTP call
      // followed.
      const isUnderWay = sight !== undefined && sight.step <= from && sight.age <= sightAgeMax;
      if (!isUnderWay) fail('I45', `${attempt.id} to ${url} is sent after ${row} has lost the right`);
    }
  }
  for (const { id, health } of rowsOf<Webhook>(stored, 'WebhooksTable')) {
    if (losses.vouched.has(id) && health?.paused?.reason === 'right_lost')
      fail('I45', `webhook ${id} is paused although somebody with the right answers for its address`);
  }
}
