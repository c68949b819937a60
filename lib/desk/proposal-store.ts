// Stores proposals. All are in one partition, because there are few.

import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { Proposal } from './proposal.ts';

const pk = 'PROPOSALS';
const keyOf = (id: string) => ({ pk, sk: id });

/** Maximum number of proposals that are listed. */
const listedMost = 100;

export type Proposals = ReturnType<typeof makeProposals>;

export function makeProposals(db: Database) {
  const rows = keyedRowsOf<Proposal>(db, 'ACCOUNTS_TABLE');
  return {
    async insert(proposal: Proposal): Promise<void> {
      await rows.insert({ ...proposal, ...keyOf(proposal.id) });
    },
    get: (id: string): Promise<Proposal | undefined> => rows.get(keyOf(id)),

    /** Lists the latest proposals, newest first. They are sorted by id, which begins with the time. */
    list: (): Promise<Proposal[]> => rows.query({ pk }, { limit: listedMost, newestFirst: true }),

    /** Confirms or withdraws a proposal, once. @returns whether this call has done it */
    async decide(
      { id }: Proposal,
      { state, decidedAt, decidedBy }: Required<Pick<Proposal, 'state' | 'decidedAt' | 'decidedBy'>>,
    ): Promise<boolean> {
      const changes = { set: { state, decidedAt, decidedBy }, seen: { state: 'open' as const } };
      return (await rows.update(keyOf(id), changes)).done;
    },
  };
}
