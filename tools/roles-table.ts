// Makes the tables of docs/roles.md, which show the permissions of each function.

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

export const rolesTables = {
  verbs: () =>
    markdownTable(
      ['in the table', 'actions'],
      [...Map.groupBy(verbs, actionsOf)].map(([actions, same]) => [
        same.map((verb) => words[verb]).join(', '),
        actions,
      ]),
    ),
  /** Functions with equal permissions share a line. */
  roles: ({ functions }: Service) => {
    const said = Object.entries(functions).map(([key, { may = {} }]) => ({
      key,
      may: verbs.flatMap((verb) => (may[verb] ? `${words[verb]} ${may[verb].join(', ')}` : [])).join('; '),
    }));
    return [...Map.groupBy(said, ({ may }) => may)]
      .map(([may, same]) => `- **${same.map(({ key }) => key).join(', ')}**: ${may || 'nothing'}`)
      .join('\n');
  },
  /** Lists the three functions with the most permissions. It counts actions on resources, without log and triggers. */
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
