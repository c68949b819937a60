// Who must approve a cashout: the number of users, and whether the creator may be one of them.

import type { Cents } from '../base/money.ts';

/** From this amount on, this number of users must approve. */
type Band = { fromCents: Cents; needed: number };

export type ApprovalRules = {
  /** The creator's approval counts up to this amount. 0: never. Absent: always. */
  ownApprovalMaxCents?: Cents | undefined;
  /** In ascending order. Below the first band, one user is enough. */
  bands?: readonly Band[] | undefined;
  /** When either of the two fields above was last changed (ISO, UTC). */
  approvalsChangedAt?: string | undefined;
};

/** `ownCounts`: the creator's own approval counts as one of those needed. */
export type Requirement = { needed: number; ownCounts: boolean };

/** `by`: the user. `name`: the user's name at that time. `at`: ISO, UTC. */
export type Approval = { by: string; name?: string; at: string };

/** @param at ISO, UTC */
export const approvalOf = (
  caller: { userId: string; userName?: string | undefined },
  at: string,
): Approval => ({
  by: caller.userId,
  ...(caller.userName ? { name: caller.userName } : {}),
  at,
});

/** If one approval is enough, the row stores it without a list. */
export const approverName = ({ name }: Pick<Approval, 'name'>) => (name ? { approvedName: name } : {});

export function requirementOf(
  { bands = [], ownApprovalMaxCents: ownMax }: ApprovalRules,
  amountCents: Cents,
): Requirement {
  const needed = bands.findLast(({ fromCents }) => fromCents <= amountCents)?.needed ?? 1;
  return { needed, ownCounts: ownMax === undefined || amountCents <= ownMax };
}

/** The stricter of two requirements. A relaxed rule changes nothing for cashouts that were created before. */
export function stricter(one: Requirement, other: Requirement): Requirement {
  return { needed: Math.max(one.needed, other.needed), ownCounts: one.ownCounts && other.ownCounts };
}

/** Whether these approvals are enough. Several approvals of one user count once. */
export function isApproved(
  { needed, ownCounts }: Requirement,
  approvals: readonly Approval[],
  creator: string,
): boolean {
  const users = new Set(approvals.map(({ by }) => by));
  if (!ownCounts) users.delete(creator);
  return users.size >= needed;
}
