// Decides who must approve a cashout: the number of users, and whether the creator may be one of them.

import type { Cents } from '../base/money.ts';

/** The number of users that must approve cashouts from this amount on. */
type Band = { fromCents: Cents; needed: number };

export type ApprovalRules = {
  /** The creator's own approval counts for cashouts up to this amount. 0: it never counts. Absent: it always counts. */
  ownApprovalMaxCents?: Cents | undefined;
  /** The bands in ascending order. For cashouts below the first band, one user is enough. */
  bands?: readonly Band[] | undefined;
  /** Time at which one of the two fields above was last changed (ISO, UTC). */
  approvalsChangedAt?: string | undefined;
};

/** The approvals that a cashout needs. `ownCounts`: the creator's own approval counts as one of them. */
export type Requirement = { needed: number; ownCounts: boolean };

/** An approval. `by`: the user's id. `name`: the user's name at that time. `at`: ISO, UTC. */
export type Approval = { by: string; name?: string; at: string };

/**
 * Makes an approval by the caller.
 * @param at ISO, UTC
 */
export const approvalOf = (
  caller: { userId: string; userName?: string | undefined },
  at: string,
): Approval => ({
  by: caller.userId,
  ...(caller.userName ? { name: caller.userName } : {}),
  at,
});

/** Returns the approver's name as in a row without a list of approvals. A row that needs one approval has no list. */
export const approverName = ({ name }: Pick<Approval, 'name'>) => (name ? { approvedName: name } : {});

export function requirementOf(
  { bands = [], ownApprovalMaxCents: ownMax }: ApprovalRules,
  amountCents: Cents,
): Requirement {
  const needed = bands.findLast(({ fromCents }) => fromCents <= amountCents)?.needed ?? 1;
  return { needed, ownCounts: ownMax === undefined || amountCents <= ownMax };
}

/**
 * Returns the stricter parts of two requirements. So a rule that was relaxed later changes nothing for older cashouts.
 */
export function stricter(one: Requirement, other: Requirement): Requirement {
  return { needed: Math.max(one.needed, other.needed), ownCounts: one.ownCounts && other.ownCounts };
}

/** Returns whether these approvals are enough. Several approvals of one user count once. */
export function isApproved(
  { needed, ownCounts }: Requirement,
  approvals: readonly Approval[],
  creator: string,
): boolean {
  const users = new Set(approvals.map(({ by }) => by));
  if (!ownCounts) users.delete(creator);
  return users.size >= needed;
}
