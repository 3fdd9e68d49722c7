import { env } from "#app/config/env.server.ts";

/** The URL of a picture that the page may load: one of the portal, a data URL, or one of an allowed host. */
export function shownAvatar(avatar: string | null): string | null {
  if (!avatar) return null;
  if (/^data:image\/(png|jpeg|webp|gif);base64,[\w+/=]+$/.test(avatar) || /^\/(?![/\\])/.test(avatar))
    return avatar;
  const url = URL.parse(avatar);
  return url && env.AVATAR_ORIGINS.includes(url.origin) ? url.href : null;
}
