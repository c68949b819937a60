// Lists the changes that the desk offers, and makes the operators' call of a change from its form.

import { type AdministerCall, administerCalls } from '../operating/admin-calls.ts';
import { type Field, fieldsFrom, type Offered, type Page, type Typed } from '../operating/call.ts';
import { type FreezeCall, thaw } from '../operating/freeze-route.ts';
import type { ProposedCall } from './proposal.ts';

/** A call of a change. */
export type ChangeCall = AdministerCall | Extract<FreezeCall, { action: 'thaw' }>;
export type Change = ChangeCall['action'];
type Declaration = Offered & Required<Pick<Offered, 'change'>>;

const changes: ReadonlyMap<string, Declaration> = new Map(
  [...(administerCalls as readonly Offered[]), thaw as Offered]
    .filter((call): call is Declaration => call.change !== undefined)
    .map((call) => [call.action, call]),
);

/** Returns the declaration of a change; undefined for a call that the desk does not offer. */
export const changeNamed = (action: string | undefined): Declaration | undefined => changes.get(action ?? '');

/** Returns the changes that a page offers. */
export const changesOn = (page: Page): Declaration[] =>
  [...changes.values()].filter(({ change }) => [change?.on].flat().includes(page));

/** Returns the fields of the form of a change, with their names. */
export function formFieldsOf({ fields, change }: Offered): [name: string, field: Field][] {
  const names = change?.fields ?? Object.keys(fields);
  return names.map((name) => [name, fields[name] as Field]);
}

/** Makes the operators' call from a form. @param typed the fields of the form */
export function callOf(change: Offered, typed: URLSearchParams): ProposedCall {
  const fields = Object.fromEntries(formFieldsOf(change));
  return { action: change.action, ...fieldsFrom(fields, (input, name) => readInput(input, name, typed)) };
}

/** Reads an input of a form. The schema refuses a text that cannot be read, and a choice that the form does not offer. */
function readInput({ read, choices, input }: Typed, name: string, typed: URLSearchParams): unknown {
  const text = (typed.get(input ?? name) ?? '').trim();
  if (choices && !choices.includes(text)) return '';
  return text === '' ? undefined : (read?.read(text) ?? text);
}
