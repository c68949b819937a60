// What a policy may permit on an account.

/** Granted by name: for calls that move the account's money out. */
export const namedPermissions = ['CREATE', 'APPROVE'] as const;
/** Part of every policy, unless taken away: the contract requires no permission for these calls. */
export const impliedPermissions = ['REFUND', 'WEBHOOK'] as const;

export type NamedPermission = (typeof namedPermissions)[number];
export type ImpliedPermission = (typeof impliedPermissions)[number];
export type Permission = NamedPermission | ImpliedPermission;
