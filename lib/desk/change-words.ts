// Contains the names of the fields that only the forms of changes show.

import type { ChangeCall } from './change-forms.ts';

type NameIn<Call> = Call extends unknown ? keyof Call : never;
type Words = Readonly<Partial<Record<NameIn<ChangeCall>, readonly [pt: string, en: string]>>>;

export const changeWords = {
  bands: ['aprovações por valor', 'bands'],
  below: ['avisar abaixo de (R$)', 'below'],
  client: ['cliente de API', 'client'],
  company: ['empresa', 'company'],
  hours: ['horas', 'hours'],
  limit: ['limite', 'limit'],
  med: ['notificação de fraude (MED)', 'MED case'],
  reported: ['dinheiro de notificações', 'reported money'],
  rule: ['duplicidade', 'rule'],
  target: ['o que está bloqueado', 'what is frozen'],
  up_to: ['quem criou aprova até (R$)', 'up to'],
  without: ['sem os direitos', 'without the rights'],
} satisfies Words;
