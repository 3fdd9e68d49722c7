import type { Visit } from "#app/access/visit.server.ts";
import type { WriteResult } from "#app/access/write-fault.server.ts";
import { shipmentFollow } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";

/** Command of a follow form: `follow` or `unfollow` with the shipment's id. */
export interface FollowCommand {
  id: string;
  isFollowed: boolean;
}

/** Null when the form holds no such command. */
export function readFollowCommand(form: FormData): FollowCommand | null {
  for (const [name, isFollowed] of [
    ["follow", true],
    ["unfollow", false],
  ] as const) {
    const id = addressId.safeParse(form.get(name));
    if (id.success) return { id: id.data, isFollowed };
  }
  return null;
}

/** Follows or unfollows, once for each request id. Throws as `visit.write`. */
export function setFollowed(
  visit: Visit,
  { id, isFollowed }: FollowCommand,
  requestId: FormDataEntryValue | null,
): Promise<WriteResult<null>> {
  const key = `${requestId}:${id}:${isFollowed ? "follow" : "unfollow"}`;
  return visit.write(shipmentFollow, { id, isFollowed: isFollowed ? "true" : "false" }, { key });
}
