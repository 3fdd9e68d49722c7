import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { brandLogoRemove, brandLogoUpload, type LogoScheme, logoSchemes } from "#app/contract/brand.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { readLook } from "./brand.server.ts";

interface Named {
  companyId: string;
  scheme: LogoScheme;
}

/** Whose logo the address is about. */
export function logoNamed(search: URLSearchParams): Named {
  const scheme = logoSchemes.find((each) => each === search.get("scheme")) ?? "light";
  return { companyId: search.get("company") ?? "", scheme };
}

/** Throws as `visit.read`. */
export async function loadLogo(visit: Visit, { companyId, scheme }: Named) {
  if (companyId === "") throw redirect(href("/freightForwarder/index"));
  const look = await readLook(visit, companyId);
  const drawing = scheme === "dark" ? look.darkLogo : look.logo;
  return {
    title: visit.t("brand:logoTitle", { company: look.companyName }),
    companyId,
    scheme,
    version: look.version,
    picture: drawing && withQuery(href("/logo.webp"), { of: drawing }),
    back: href("/freightForwarder/customer/:id/look", { id: companyId }),
    here: withQuery(href("/freightForwarder/logo"), { company: companyId, scheme }),
  };
}
export type LogoView = Awaited<ReturnType<typeof loadLogo>>;

/** Takes the form with a new logo, or the one that removes it. */
export async function saveLogo(visit: Visit, request: Request, url: URL) {
  const { companyId, scheme } = logoNamed(url.searchParams);
  const isUpload = (request.headers.get("content-type") ?? "").startsWith("multipart/form-data");
  let key = url.searchParams.get("requestId") ?? "";
  let result: Awaited<ReturnType<typeof visit.forwardForm>>;
  if (isUpload) {
    result = await visit.forwardForm(brandLogoUpload, request, {
      key: key || undefined,
      textOf: (reason) => visit.t(`refusals:notSent.${reason}`),
    });
  } else {
    const form = await request.formData();
    key = String(form.get("requestId"));
    const read = brandLogoRemove.request.safeParse({ companyId, scheme, version: form.get("version") });
    if (!read.success) return refused(visit.t("brand:fault.form"), 400);
    result = await visit.write(brandLogoRemove, read.data, { key });
  }
  if (!result.isDone) {
    const { status, requestId } = standingOf(result.fault, key);
    return refused(result.fault.message, status, requestId);
  }
  visit.session.flash({ kind: "success", key: isUpload ? "brand:logoSaved" : "brand:logoRemoved" });
  return redirect(href("/freightForwarder/customer/:id/look", { id: companyId }));
}

const refused = (fault: string, status: number, requestId: string | null = null) =>
  data({ fault, requestId }, { status });
