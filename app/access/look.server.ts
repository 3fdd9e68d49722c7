import { href } from "react-router";
import { env } from "#app/config/env.server.ts";
import type { CompanyBrand, HostBrand } from "#app/contract/brand.ts";
import { readableOn, textOn } from "#app/lib/contrast.ts";
import { Recent } from "#app/lib/recent.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { rulesOf } from "#app/route-rules.ts";
import type { Visit } from "./visit.server.ts";

/** The ground of light pages. */
const LIGHT_GROUND = "#f6f7f9";
/** How long a public page waits for the look of who is signed in, whom it does not load otherwise. */
const PUBLIC_WAIT_MS = 1_000;
const REMEMBERED_MOST = 5_000;
/** As looks of hosts. Another process of the portal may know a newer one by then. */
const REMEMBERED_MS = 60_000;

export interface Look {
  product: string;
  color: string;
  /** Custom properties besides the colour, where text in it or on it could not be read otherwise. */
  shades: string;
  /** Addresses; null: the portal's sign beside the product's name. */
  logo: { light: string; dark: string | null } | null;
  /** The query of icons, manifest and pictures, which differs with the look; empty for the operator's. */
  query: string;
}

/** By person, for public pages: people of one company share one value of the provider's answer at most. */
const remembered = new Recent<{ brand: CompanyBrand | null; until: number }>(REMEMBERED_MOST);

export function rememberLook(userId: string, brand: CompanyBrand | null): void {
  remembered.set(userId, { brand, until: Date.now() + REMEMBERED_MS });
}

/**
 * How the portal looks for this visitor: for people of a company as that company wants it, wherever they are; for
 * strangers as the host name says. It never fails.
 */
export async function lookOf(visit: Visit, pathname: string): Promise<Look> {
  return drawn(visit.session.token ? await brandOfPerson(visit, pathname) : visit.site.brand, visit);
}

async function brandOfPerson(visit: Visit, pathname: string): Promise<HostBrand | null> {
  const { userId } = visit.session;
  const isPublic = rulesOf(pathname).isPublic === true;
  const cached = userId === null ? undefined : remembered.get(userId);
  if (isPublic && cached && cached.until > Date.now()) return cached.brand;
  const loaded = visit.user().then(
    ({ brand }) => brand,
    () => visit.site.brand,
  );
  if (!isPublic) return loaded;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HostBrand | null>((resolve) => {
    timer = setTimeout(resolve, PUBLIC_WAIT_MS, visit.site.brand);
  });
  return Promise.race([loaded, late]).finally(() => clearTimeout(timer));
}

function drawn(brand: HostBrand | null, { language }: Pick<Visit, "language">): Look {
  const names = language === "zh" ? [brand?.nameZh, brand?.nameEn] : [brand?.nameEn, brand?.nameZh];
  const product = names.find((name) => name) ?? env.PRODUCT_NAME;
  const color = brand?.color ?? env.BRAND_COLOR;
  const [logo, dark] = [brand?.logo ?? brand?.darkLogo, brand?.darkLogo];
  return {
    product,
    color,
    shades: shadesOf(color),
    logo: logo ? { light: logoAddress(logo), dark: dark && dark !== logo ? logoAddress(dark) : null } : null,
    query: brand ? queryOf({ logo, product, color }) : "",
  };
}

const logoAddress = (drawing: string) => withQuery(href("/logo.webp"), { of: drawing });

function queryOf({
  logo,
  product,
  color,
}: {
  logo: string | null | undefined;
  product: string;
  color: string;
}) {
  return withQuery("", { ...(logo ? { of: logo } : {}), color: color.slice(1), name: product });
}

/** Empty for a colour that white text is read on, and that is read as text. */
function shadesOf(color: string): string {
  const [on, ink] = [textOn(color), readableOn(color, LIGHT_GROUND)];
  return `${on === "#ffffff" ? "" : `;--on-brand:${on}`}${ink === color.toLowerCase() ? "" : `;--ink:${ink}`}`;
}

/** The colour that an address of a picture names, in which anybody may have it drawn; null for none. */
export function colorIn(search: URLSearchParams): string | null {
  const color = `#${search.get("color") ?? ""}`;
  return /^#[0-9a-f]{6}$/i.test(color) ? color : null;
}
