// Contains the names of the fields that only answers to changes and freezes show.

export const answerWords = {
  approved_by: ['aprovado por', 'approved by'],
  client_secret: ['segredo do cliente', 'client secret'],
  hmac_secret: ['segredo das assinaturas (HMAC)', 'signing secret (HMAC)'],
  mfa_secret: ['segredo do autenticador', 'authenticator secret'],
  open_incidents: ['incidentes abertos', 'open incidents'],
  psp_says: ['resposta do PSP', 'answer of the PSP'],
  scheduled: ['agendados', 'scheduled'],
  scheduled_count: ['quantidade agendada', 'number scheduled'],
  scheduled_sum: ['valor agendado', 'amount scheduled'],
  still_frozen_by: ['ainda bloqueado por', 'still frozen by'],
  was_frozen: ['estava bloqueado', 'was frozen'],
} as const;
