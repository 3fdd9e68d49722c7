import type { CallerContext } from "../call/context.ts";

/** The company whose members a call is about: the caller's own, or at the forwarder's desk a customer's. */
export interface MembersOf {
  companyId: string;
  isForwarder: boolean;
}

export const ownCompany = ({ caller }: CallerContext): MembersOf => ({
  companyId: caller.companyId,
  isForwarder: caller.isForwarder,
});
