// npm run measure: runs one measurement by its name.

import { runNamed } from '../local/programs.ts';

await runNamed('measure', {
  calls: {
    about: 'calls, round trips and units of each step of a cashout',
    isPlain: true,
    run: () => import('./calls.ts'),
  },
  exports: { about: 'a month of very many entries as a file', run: () => import('./exports.ts') },
  limits: {
    about: "how exact a client's limit is, and who is slowed by a client beyond it",
    run: () => import('./limits.ts'),
  },
  neighbours: { about: "one company's payouts beside another's burst", run: () => import('./neighbours.ts') },
  receivers: {
    about: "one company's webhook beside another's bad receivers, and an hour of a failing one",
    run: () => import('./receivers.ts'),
  },
  start: { about: 'how long npm start takes, and what it holds', run: () => import('./starting.ts') },
  sweeps: {
    about: "one account's due row beside another's ten thousand",
    run: () => import('./sweeping.ts'),
  },
});
