// Finds the people of the demo's company, as they sign in: who creates, who approves, and who only looks.

import { rightsOf } from '../demo-people.ts';
import { people } from '../identity-provider.ts';
import type { Stage } from './stage.ts';
import type { Player, Players } from './tell-story.ts';

/** @param issuer the address of the people's provider */
export async function findPlayers(stage: Stage, issuer: string, companyId: string): Promise<Players> {
  const ofCompany = people.filter(({ isOperator }) => !isOperator);
  const found = ofCompany.map(({ id, name }) => findPlayer(stage, { issuer, subject: id }, name, companyId));
  const [creator, approver, ...others] = await Promise.all(found);
  if (!creator || !approver) throw new Error('there is nobody who creates and approves');
  return { creator, approver, others };
}

async function findPlayer(
  { deps }: Stage,
  person: { issuer: string; subject: string },
  userName: string,
  companyId: string,
): Promise<Player> {
  const clientId = (await deps.subjects.clientIn(person, companyId)) ?? '';
  const client = await deps.clients.get(clientId);
  if (!client) throw new Error(`${userName} has no client`);
  const who = { userId: client.userId, clientId, companyId, userName };
  return { ...who, audience: 'console', rights: rightsOf(person.subject) };
}
