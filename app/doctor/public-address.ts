import { isIP } from "node:net";
import { connect, type PeerCertificate } from "node:tls";
import { WebSocket } from "ws";
import { REALTIME_PATH } from "#app/contract/realtime-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { ask, type HttpAnswer, trustedAuthorities } from "./ask.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

const WITHIN_MS = 6_000;
/** Certificates of 90 days are renewed when 30 are left: with fewer, renewing has failed for a week. */
const RENEWED_BEFORE_DAYS = 21;

const UNSET =
  "PUBLIC_URL is not set: links in mails lead to localhost, and nobody outside this machine is served over TLS";

interface Presented {
  certificate: PeerCertificate;
  /** Why it is not trusted; undefined when it is. */
  distrust: string | undefined;
}

/** The certificate of the portal's public address: who vouches for it, for which name, and until when. */
export async function lookAtCertificate({ publicUrl }: Subject): Promise<Finding> {
  if (publicUrl === null) return skipped(UNSET);
  const { protocol, host, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:")
    return warning(
      `${publicUrl} has no TLS: passwords and cookies can be read on the way`,
      "put a proxy with a certificate in front, and set PUBLIC_URL to its https address",
    );
  const presented = await present(hostname, Number(port || 443)).catch((error: Error) => error);
  if (presented instanceof Error)
    return fault(
      `no TLS at ${host} (${reasonOf(presented)})`,
      "check that PUBLIC_URL's name leads to the proxy (DNS), and that it runs and listens there",
    );
  return judge(host, presented);
}

function present(host: string, port: number): Promise<Presented> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? "" : host;
    const options = { host, port, servername, rejectUnauthorized: false, ca: trustedAuthorities() };
    const socket = connect(options, () => {
      const certificate = socket.getPeerCertificate();
      // An Error by its type, a code in truth.
      const distrust = socket.authorized ? undefined : codeOf(socket.authorizationError);
      socket.end();
      resolve({ certificate, distrust });
    });
    socket.once("error", reject);
    const tooLate = Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });
    socket.setTimeout(WITHIN_MS, () => socket.destroy(tooLate));
  });
}

function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  return (error as { code?: string } | null)?.code ?? "UNKNOWN";
}

function judge(host: string, { certificate, distrust }: Presented): Finding {
  const end = new Date(certificate.valid_to);
  const day = end.toISOString().slice(0, 10);
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
  const renew = "let the proxy renew it (its log says why it did not), and reload it";
  if (end.getTime() <= Date.now()) return fault(`the certificate of ${host} ended on ${day}`, renew);
  if (distrust === "ERR_TLS_CERT_ALTNAME_INVALID")
    return fault(
      `the certificate at ${host} is for other names`,
      `get one for ${host}, or correct PUBLIC_URL`,
    );
  if (distrust?.startsWith("UNABLE_TO_"))
    return fault(
      `the certificate of ${host} comes without the chain to an authority that is trusted here`,
      "give the proxy the full chain (fullchain.pem), or make your own authority known to this machine",
    );
  if (distrust !== undefined)
    return fault(
      `the certificate of ${host} is not trusted (${distrust})`,
      "get one from an authority that browsers know, or make your own authority known to this machine and to browsers",
    );
  const observation = `the certificate of ${host} holds until ${day}, ${days} more days, and its chain is whole`;
  return days < RENEWED_BEFORE_DAYS ? warning(observation, renew) : ok(observation);
}

/** Asks the portal at its public address, as browsers do. */
export async function askPublicly({ publicUrl }: Subject): Promise<HttpAnswer | null> {
  return publicUrl === null ? null : ask(`${publicUrl}/health/ready`);
}

/** Whether the portal answers at its public address. */
export async function lookAtPublicAddress(
  { publicUrl, portalUrl }: Subject,
  answer: Promise<HttpAnswer | null>,
): Promise<Finding> {
  const answered = await answer.catch((error: Error) => error);
  if (answered === null) return skipped(UNSET);
  if (answered instanceof Error)
    return fault(
      `${publicUrl} cannot be reached (${reasonOf(answered)})`,
      "check the proxy, DNS and firewall; where the certificate is at fault, its own line says so",
    );
  if (answered.status === 200 && answered.body.includes('"ready"'))
    return ok(`the portal answers at ${publicUrl}`);
  return fault(
    `${publicUrl} answers ${answered.status}, and not as the portal does`,
    `let the proxy pass everything to ${portalUrl}`,
  );
}

/** Whether the address at which browsers open the websocket leads to the provider. */
export async function lookAtWebsocket({ publicUrl, websocketUrl: address }: Subject): Promise<Finding> {
  if (publicUrl === null) return skipped(UNSET);
  const handshake = await shake(address, publicUrl).catch((error: Error) => error);
  if (handshake === "open") return ok(`${address} opens`);
  if (handshake === 403)
    return fault(
      `${address} refuses pages of ${publicUrl}`,
      `add ${publicUrl} to the provider's REALTIME_ORIGINS`,
    );
  const reason = handshake instanceof Error ? reasonOf(handshake) : `status ${handshake}`;
  return fault(
    `${address} does not open (${reason}): messages come late, by polling`,
    `let the proxy pass ${REALTIME_PATH} to the provider, with its Upgrade and Connection headers`,
  );
}

function shake(address: string, origin: string): Promise<"open" | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { origin, handshakeTimeout: WITHIN_MS, ca: trustedAuthorities() });
    socket.once("open", () => {
      resolve("open");
      socket.close(1000);
    });
    socket.once("unexpected-response", (request, answer) => {
      resolve(answer.statusCode ?? 0);
      request.destroy();
    });
    socket.on("error", reject);
  });
}
