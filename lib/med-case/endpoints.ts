// Defines the endpoints of MED cases.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { instant } from '../base/meanings.ts';
import * as answers from './answers.ts';
import { defenceBody, listMedCasesQuery, medCasePath } from './schemas.ts';

export const listMedCases = {
  route: 'GET /v3/meds/',
  auth: 'token',
  lenient: true,
  query: listMedCasesQuery,
  answer: as<typeof answers.medCases>,
} as const satisfies Endpoint;

export const getMedCase = {
  route: 'GET /v3/meds/{id}',
  auth: 'token',
  lenient: true,
  path: medCasePath,
  stranger: 'med_not_found',
  answer: as<typeof answers.medCase>,
} as const satisfies Endpoint;

export const defendMedCase = {
  route: 'POST /v3/meds/{id}/defence',
  auth: 'token and hmac',
  needs: ['REFUND'],
  path: medCasePath,
  body: defenceBody,
  stranger: 'med_not_found',
  refusals: ['med_defence_differs', 'med_is_over', 'med_defence_late'],
  answer: as<typeof answers.medCase>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'MED cases',
    { listMedCases, getMedCase, defendMedCase },
    {
      listMedCases: {
        summary: 'Lists MED cases, newest report first',
        details:
          'Lists the cases of every account that this client has a policy on. For other pages, call the URLs in next and previous unchanged.',
        answer: answers.medCases,
        parameters: {
          filter_start_date: ['First creation day of the reports, in São Paulo time.', '2026-11-01'],
          filter_end_date: [
            'Last creation day of the reports, in São Paulo time; not before filter_start_date.',
            '2026-11-30',
          ],
          status: [
            'Only cases of this status: WAITING, IN_ANALYSIS, ACCEPTED, REJECTED or CANCELLED. There is no other status.',
            'WAITING',
          ],
          reason: ['Only cases with this reason, as the network names it.', 'RETURN_REQUEST'],
          infraction_report_status: [
            'Only cases whose report has this status: OPEN, ACKNOWLEDGED, CLOSED or CANCELLED.',
            'OPEN',
          ],
          id: [
            'The id of a case, from the next or previous URL, together with dt.',
            '3fa8f8a8-66b4-470d-a56c-1fe888da7d18',
          ],
          dt: [
            'From the next or previous URL, together with id. Alone: the page after all cases of this time, or before them.',
            instant,
          ],
          direction: ['From the next or previous URL. Alone: the first page.', 'next'],
        },
      },
      getMedCase: {
        summary: 'Shows a MED case',
        details: 'Shows the next duty, its deadline, and the returns of the payment.',
        answer: answers.medCase,
        parameters: {
          id: ['Id of the case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
        },
      },
      defendMedCase: {
        summary: 'Sends your defence in a MED case to the PSP',
        details:
          'A case has one defence, which cannot be changed. The same call again answers the case as it is now. `defence.state` says whether the PSP has it.',
        body: 'MedDefenceRequest',
        fields: {
          position: [
            'contest: the report is wrong. accept: it is right, and the money may go back.',
            'contest',
          ],
          text: ['Your reasons, also on several lines.', 'O produto foi entregue em 20/11'],
        },
        answer: answers.medCase,
        parameters: { id: ['Id of the case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'] },
        example: { position: 'contest', text: 'O produto foi entregue em 20/11' },
      },
    },
  );
