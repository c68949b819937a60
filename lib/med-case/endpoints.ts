// The endpoints of MED cases.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import * as answers from './answers.ts';
import { listMedCasesQuery, medCasePath } from './schemas.ts';

export const listMedCases = {
  route: 'GET /v3/meds/',
  auth: 'token',
  query: listMedCasesQuery,
  answer: as<typeof answers.medCases>,
} as const satisfies Endpoint;

export const getMedCase = {
  route: 'GET /v3/meds/{id}',
  auth: 'token',
  path: medCasePath,
  stranger: 'med_not_found',
  answer: as<typeof answers.medCase>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    { listMedCases, getMedCase },
    {
      listMedCases: {
        tag: 'MED cases',
        summary: 'Lists MED cases, newest report first',
        details:
          'Lists the cases of every account that this client has a policy on. For other pages, call the URLs in next and previous unchanged.',
        answer: answers.medCases,
      },
      getMedCase: {
        tag: 'MED cases',
        summary: 'Shows a MED case',
        details: 'Shows the next duty, its deadline, and the returns of the payment.',
        answer: answers.medCase,
      },
    },
  );
