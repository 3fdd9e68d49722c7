import { createCookieSessionStorage } from "react-router";

export const sessions = createCookieSessionStorage<{ token: string }>({
  cookie: { name: "__session", httpOnly: true, path: "/", sameSite: "lax", secrets: ["a secret of a bench"] },
});
