// Contains the names of the fields that only the forms of changes show.

import type { ChangeCall } from './change-forms.ts';

type NameIn<Call> = Call extends unknown ? keyof Call : never;
type Words = Readonly<Partial<Record<NameIn<ChangeCall>, readonly [pt: string, en: string]>>>;

export const changeWords = {
  bands: ['aprovações por valor', 'approvals by amount'],
  below: ['avisar abaixo de', 'alert below'],
  client: ['cliente de API', 'API client'],
  company: ['empresa', 'company'],
  hours: ['horas', 'hours'],
  limit: ['limite', 'limit'],
  med: ['notificação de fraude (MED)', 'fraud report (MED)'],
  reported: ['valores com notificação de fraude', 'reported money'],
  rule: ['duplicidade', 'duplicates'],
  target: ['o que está bloqueado', 'what is frozen'],
  up_to: ['quem cria aprova até', 'the creator approves up to'],
  without: ['sem as permissões', 'without the permissions'],
} satisfies Words;
