// The tables of docs/roles.md: what each function may do.

import { permissionsOf, type Verb, verbs } from '../infra/permissions.ts';
import type { Service } from '../local/service.ts';
import { markdownTable } from './markdown-table.ts';

const words: Readonly<Record<Verb, string>> = {
  read: 'reads',
  put: 'puts into',
  update: 'updates',
  check: 'checks',
  delete: 'deletes from',
  sweep: 'sweeps',
  track: 'tracks',
  list: 'lists',
  watch: 'watches',
  survey: 'surveys',
  scan: 'scans',
  send: 'sends to',
  open: 'opens',
  upload: 'uploads',
  download: 'downloads',
};

/** Those with a column of their own. */
const frequent = ['read', 'put', 'update', 'send', 'open'] as const;
const rare = verbs.filter((verb) => !(frequent as readonly Verb[]).includes(verb));

export const rolesTables = {
  verbs: () =>
    markdownTable(
      ['in the table', 'actions'],
      verbs.map((verb) => [words[verb], actionsOf(verb)]),
    ),
  roles: ({ functions }: Service) =>
    markdownTable(
      ['function', ...frequent.map((verb) => words[verb]), 'besides'],
      Object.entries(functions).map(([key, { may = {} }]) => [
        key,
        ...frequent.map((verb) => (may[verb] ?? []).join(', ')),
        rare.flatMap((verb) => (may[verb] ? `${words[verb]} ${may[verb].join(', ')}` : [])).join('; '),
      ]),
    ),
  /** The three functions with the most permissions: actions on resources, without log and triggers. */
  widest: ({ functions }: Service) =>
    markdownTable(
      ['function', 'permissions'],
      Object.entries(functions)
        .map(([key, { may }]) => [
          key,
          permissionsOf(may).reduce((sum, { actions }) => sum + actions.length, 0),
        ])
        .sort((one, other) => Number(other[1]) - Number(one[1]))
        .slice(0, 3)
        .map((row) => row.map(String)),
    ),
};

function actionsOf(verb: Verb): string {
  const [permission] = permissionsOf({ [verb]: ['Any'] });
  return (permission?.actions ?? []).map((action) => `\`${action}\``).join(', ');
}
