// Sends defences about reports (MED) to Efí. documented.json has the source of each word.

import * as z from 'zod';
import type { DefencePosition, SendDefence } from '../defence.ts';
import type { CallPsp } from '../psp-client.ts';
import { outcomeOfError, shorten, shortText } from '../psp-words.ts';
import type { PspAnswer } from '../send-json.ts';
import { defenceErrors } from './words.ts';

/** Efí's words about the report. Its list calls an accepted report ACEITA, and a rejected one REJEITADA. */
const analyses: Readonly<Record<DefencePosition, string>> = { contest: 'rejeitado', accept: 'aceito' };

/** Efí's reason in a 409 about a report that has a defence already. */
const known = 'A defesa para essa infração já foi criada.';

/** Maximum number of characters of a refusal. */
const refusalMax = 300;

const said = z.object({
  detail: shortText(),
  violacoes: z
    .array(z.object({ razao: shortText() }))
    .optional()
    .catch(undefined),
});

export const makeEfiDefence =
  (call: CallPsp): SendDefence =>
  async ({ reportId, position, text }) => {
    const body = { analise: analyses[position], justificativa: text };
    const path = `/v2/gn/infracoes/${encodeURIComponent(reportId)}/defesa`;
    const answer = await call({ method: 'POST', path, body });
    if (answer.status === 201) return { kind: 'sent' };
    const told = outcomeOfError(defenceErrors, answer);
    if (told.kind === 'refused') return refusalIn(answer, told.text);
    return told.kind === 'unknown' ? told : { kind: 'unknown' };
  };

/** Reads the reason of a refusal. @param otherwise the words if there is no reason */
function refusalIn({ status, body }: PspAnswer, otherwise: string) {
  const { detail, violacoes = [] } = said.safeParse(body).data ?? {};
  const reasons = violacoes.flatMap(({ razao }) => razao || []);
  const text = shorten(reasons.join(' '), refusalMax) || detail || otherwise;
  const isKnown = status === 409 && reasons.includes(known);
  return { kind: 'refused', text, ...(isKnown ? { isKnown } : {}) } as const;
}
