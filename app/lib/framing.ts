/**
 * Whether an answer with these headers lets a page of `parent` show it in a frame, as browsers judge it
 * (CSP level 3, HTML "X-Frame-Options"). A policy's `frame-ancestors` takes the place of X-Frame-Options.
 */
export function allowsFraming(headers: Headers, address: URL, parent: URL): boolean {
  const policies = (headers.get("content-security-policy") ?? "").split(",").flatMap((policy) => {
    const directive = policy
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .find(([name]) => name?.toLowerCase() === "frame-ancestors");
    return directive ? [directive.slice(1)] : [];
  });
  if (policies.length > 0)
    return policies.every((sources) => sources.some((source) => isNamed(source, address, parent)));
  const options = new Set(
    (headers.get("x-frame-options") ?? "").split(",").map((option) => option.trim().toLowerCase()),
  );
  if (options.has("deny")) return false;
  return !options.has("sameorigin") || address.origin === parent.origin;
}

const defaultPorts: Record<string, string> = { "http:": "80", "https:": "443" };
const portOf = (url: URL) => url.port || defaultPorts[url.protocol];

/** Whether a source of `frame-ancestors` names the parent. */
function isNamed(frameSource: string, address: URL, parent: URL): boolean {
  const source = frameSource.toLowerCase();
  if (source === "'self'") return address.origin === parent.origin;
  if (source === "*") return true;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return isScheme(source, parent);
  const [, scheme, host, port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  if (!host || !isScheme(scheme ?? address.protocol, parent)) return false;
  const isHost = host.startsWith("*.") ? parent.hostname.endsWith(host.slice(1)) : host === parent.hostname;
  if (!isHost) return false;
  return port === undefined
    ? portOf(parent) === defaultPorts[parent.protocol]
    : port === "*" || port === portOf(parent);
}

/** http names https as well. */
const isScheme = (scheme: string, { protocol }: URL) =>
  scheme === protocol || (scheme === "http:" && protocol === "https:");
