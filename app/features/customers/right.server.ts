import type { Visit } from "#app/access/visit.server.ts";
import { type GrantedCall, grantedCallNames, type MenuName, resourceCodes } from "#app/contract/access.ts";
import { customerRights } from "#app/contract/customer-role.ts";

/** What a menu, a button, a call or a resource opens, in the reader's language; other codes stay as they are. */
export function rightName({ t }: Visit, code: string): string {
  const resource = resourceCodes.find((each) => each === code);
  if (resource) return t(`customer-pages:access.${resource}`);
  const right = customerRights.find((each) => each === code);
  if (!right) return code;
  const name = right in grantedCallNames ? grantedCallNames[right as GrantedCall] : (right as MenuName);
  return t(`members:right.${name}`);
}
