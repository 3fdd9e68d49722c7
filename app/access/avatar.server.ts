import { env } from "#app/config/env.server.ts";

/** A picture that the page may load: the portal's own, one inside the address, or one of a host that the operator allows. */
export function shownAvatar(
  avatar: string | null,
  origins: readonly string[] = env.AVATAR_ORIGINS,
): string | null {
  if (!avatar) return null;
  if (/^data:image\/(png|jpeg|webp|gif);base64,[\w+/=]+$/.test(avatar) || /^\/(?![/\\])/.test(avatar))
    return avatar;
  const url = URL.parse(avatar);
  return url && origins.includes(url.origin) ? url.href : null;
}
