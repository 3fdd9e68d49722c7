import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { passkeyList } from "#app/contract/passkey.ts";
import { ownData, sessionList } from "#app/contract/person.ts";
import { factorState } from "#app/contract/second-factor.ts";
import { shareList } from "#app/contract/share.ts";
import { resetPwd } from "#app/contract/user.ts";

/** Pages about signing in and about what others see, as far as the provider has them. */
export function safetyLinks(visit: Visit, { hasShipments = false } = {}) {
  const links = [
    { name: "password", href: href("/account/password"), needs: resetPwd },
    { name: "factor", href: href("/account/secondFactor"), needs: factorState },
    { name: "passkeys", href: href("/account/passkeys"), needs: passkeyList },
    { name: "sessions", href: href("/account/sessions"), needs: sessionList },
    { name: "shared", href: href("/shipments/shared"), needs: shareList },
    { name: "data", href: href("/account/data"), needs: ownData },
  ] as const;
  return links
    .filter(({ name, needs }) => visit.offers(needs) && (name !== "shared" || hasShipments))
    .map(({ name, href }) => ({ name, href }));
}
export type SafetyLink = ReturnType<typeof safetyLinks>[number];
