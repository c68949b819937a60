// Lists the permissions that a policy may give on an account.

import { isPerson } from './tokens.ts';

/** Permissions that a policy must name, because the calls that need them move money out of the account. */
export const namedPermissions = ['CREATE', 'APPROVE'] as const;
/**
 * Permissions that every policy includes unless they were removed. The contract requires no permission for the calls
 * that need them.
 */
export const impliedPermissions = ['REFUND', 'WEBHOOK'] as const;

export type NamedPermission = (typeof namedPermissions)[number];
export type ImpliedPermission = (typeof impliedPermissions)[number];
export type Permission = NamedPermission | ImpliedPermission;

export type Given = { permissions: NamedPermission[]; without: ImpliedPermission[] };

/**
 * Returns the permissions that an operator gives to a user. A program gets the implied permissions unless the operator
 * removes them. A person gets them only if the operator names them.
 * @param audience audience of the client
 */
export function givenRights(
  { permissions, without }: { permissions: readonly Permission[]; without: readonly ImpliedPermission[] },
  audience: string,
): Given {
  const isMissing = (implied: ImpliedPermission) => isPerson(audience) && !permissions.includes(implied);
  return {
    permissions: namedPermissions.filter((named) => permissions.includes(named)),
    without: impliedPermissions.filter((implied) => without.includes(implied) || isMissing(implied)),
  };
}
