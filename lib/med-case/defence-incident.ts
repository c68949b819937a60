// Tells operators about a defence that the service cannot give to the PSP, and which case an incident is about.

import type { Incident } from '../incident/incident-store.ts';
import { askedUntil } from './deadlines.ts';
import type { MedCase } from './med-case.ts';

const prefix = 'med-defence-';

const about = ({ id, account }: MedCase, now: Date) =>
  ({ id: `${prefix}${id}`, at: now.toISOString(), kind: 'defence_by_hand', account }) as const;

const textAt = (id: string) => `Its text is in the case: look for ${id} at the desk, or \`med show ${id}\``;

/** Makes the incident of a defence that a person must give to the PSP, because the PSP has no call for it. */
export const defenceIncident = (medCase: MedCase, now: Date): Incident => ({
  ...about(medCase, now),
  details: `the defence (${medCase.defence?.position}) of MED case ${medCase.id} must be given to the PSP by hand by ${askedUntil(medCase)}. ${textAt(medCase.id)}. Closing this incident tells the company that the PSP has the defence`,
});

/** Makes the incident of a defence that the PSP refuses because of ourselves, or with a word that is not documented. */
export const defenceRefusedIncident = (medCase: MedCase, word: string, now: Date): Incident => ({
  ...about(medCase, now),
  details: `the PSP does not take the defence (${medCase.defence?.position}) of MED case ${medCase.id}: ${word}. It is sent again every five minutes until ${askedUntil(medCase)}. Remove the cause, or give it to the PSP by hand. ${textAt(medCase.id)}. Closing this incident tells the company that the PSP has the defence, unless it was refused`,
});

/** Returns the id of the MED case of an incident; undefined for other incidents. */
export const defendedCaseOf = ({ id, kind }: Pick<Incident, 'id' | 'kind'>): string | undefined =>
  kind === 'defence_by_hand' ? id.slice(prefix.length) : undefined;
