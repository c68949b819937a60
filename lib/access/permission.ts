// Lists the permissions that a policy may give on an account.

/** Permissions that a policy must name, because these calls move money out of the account. */
export const namedPermissions = ['CREATE', 'APPROVE'] as const;
/**
 * Permissions that every policy includes unless they were removed, because the contract requires no permission for
 * these calls.
 */
export const impliedPermissions = ['REFUND', 'WEBHOOK'] as const;

export type NamedPermission = (typeof namedPermissions)[number];
export type ImpliedPermission = (typeof impliedPermissions)[number];
export type Permission = NamedPermission | ImpliedPermission;
