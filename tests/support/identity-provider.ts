import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";

export interface IdentityProviderOptions {
  /** Where the browser comes back to. */
  returnAddress: string;
  afterSignOutAddress?: string;
  /** Where ended sessions are reported. */
  logoutAddress?: string;
}

export interface TestIdentityProvider {
  /** The issuer: http://127.0.0.1 and a free port. */
  issuer: string;
  /** What `PRIVATE_HOSTS` has to allow. */
  host: string;
  clientId: string;
  clientSecret: string;
  /** What is known of each person, by the name under which they sign in there. */
  claims: Map<string, Record<string, unknown>>;
  /** Answers requests in place of the server, with JSON or, for a text, a redirect; undefined: the server does. */
  instead: ((path: string) => unknown) | null;
  /** Paths of the requests that came. */
  requests: string[];
  /** A token of its key, with any content. */
  sign(content: JWTPayload, header?: { typ?: string }): Promise<string>;
  /** A browser that signs in there as the person, without our portal. */
  browser(): IdentityBrowser;
  stop(): Promise<void>;
}

export interface IdentityBrowser {
  /** Opens the address, signs in where it is asked to, and returns what the browser brings back. */
  signIn(address: string, login: string): Promise<Record<string, string>>;
  /** Opens the address, confirms, and returns where it leads. */
  signOut(address: string): Promise<string>;
}

const CLIENT = { id: "fairlead", secret: "the client secret of the tests" };

/** A real OpenID provider (`oidc-provider`) on a free port, which takes any password. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "tests", use: "sig", alg: "RS256" };
  const claims = new Map<string, Record<string, unknown>>();
  // The library speaks of settings that a real service must not have.
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [options.returnAddress],
        post_logout_redirect_uris: options.afterSignOutAddress ? [options.afterSignOutAddress] : [],
        ...(options.logoutAddress
          ? { backchannel_logout_uri: options.logoutAddress, backchannel_logout_session_required: true }
          : {}),
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ["a cookie key of the tests"] },
    claims: {
      openid: ["sub", "tid"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username", "groups"],
    },
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const button = `<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
          context.body = `<!doctype html><title>Sign out</title>${form}${button}`;
        },
      },
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claims.get(id) }) }),
    // Its own guard would refuse this machine.
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    // Nobody is asked whether the portal may know them.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  });
  Object.assign(console, { warn, info });
  const answer = provider.callback();
  const made: TestIdentityProvider = {
    issuer,
    host,
    claims,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    instead: null,
    requests: [],
    sign: (content, header = {}) =>
      new SignJWT(content).setProtectedHeader({ alg: "RS256", kid: "tests", ...header }).sign(privateKey),
    browser: () => browserOf(options.returnAddress),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    made.requests.push(path);
    const instead = made.instead?.(path);
    if (instead === undefined) return void answer(request, response);
    if (typeof instead === "string") return void response.writeHead(302, { location: instead }).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(instead));
  });
  return made;
}

function browserOf(returnAddress: string): IdentityBrowser {
  const cookies = new Map<string, string>();
  const send = async (address: string | URL, form?: Record<string, string>) => {
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  return {
    async signIn(address, login) {
      let at = new URL(address);
      let answer = await send(at);
      for (let steps = 0; steps < 10; steps++) {
        const next = answer.headers.get("location");
        if (next) {
          at = new URL(next, at);
          if (at.href.startsWith(returnAddress)) return Object.fromEntries(at.searchParams);
          answer = await send(at);
          continue;
        }
        const page = await answer.text();
        const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
        if (!action) throw new Error(`The identity provider answers ${answer.status}: ${page.slice(0, 300)}`);
        at = new URL(action, at);
        answer = await send(at, { prompt: "login", login, password: "any" });
      }
      throw new Error("The identity provider leads in circles");
    },
    async signOut(address) {
      const page = await (await send(address)).text();
      const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
      const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const answer = await send(new URL(action, address), { xsrf, logout: "yes" });
      return answer.headers.get("location") ?? "";
    },
  };
}
