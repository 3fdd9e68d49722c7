import { href, redirect } from "react-router";
import { download } from "#app/access/download.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { type SharedShipment, shareDocument } from "#app/contract/share.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { callForFile } from "#app/upstream/client.server.ts";

export type SharedPartsView = ReturnType<typeof sharedParts>;

/** What a link shows of a shipment beside its journey: containers, and what was chosen. */
export function sharedParts({ t }: Visit, shipment: SharedShipment, { searchParams }: URL) {
  const { id, containerNumbers, parties, documents } = shipment;
  const facts = [
    [t("sharing:visitor.containers"), containerNumbers.join(", ")],
    [t("sharing:visitor.shipper"), parties?.shipper ?? ""],
    [t("sharing:visitor.consignee"), parties?.consignee ?? ""],
  ] as const;
  const link = searchParams.get("link");
  return {
    key: id,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    documents: documents && {
      title: t("sharing:visitor.documents"),
      none: t("sharing:visitor.noDocuments"),
      rows: documents.map((document) => ({
        id: document.id,
        type: t(`shipments:detail.documents.kind.${document.documentType}`),
        number: document.number,
        label: t("shipments:detail.documents.download", { name: document.fileName }),
        href: withQuery(href("/shared/document"), { link, id: document.id }),
      })),
    },
  };
}

/** One document of a link, as a stream. Throws a redirect to the link's page when the link does not show it. */
export async function sharedDocument(visit: Visit, token: string, { searchParams }: URL): Promise<Response> {
  const back = withQuery(href("/shared/view"), { link: searchParams.get("link") });
  const documentId = addressId.safeParse(searchParams.get("id") ?? "").data;
  if (!documentId) throw redirect(back);
  try {
    const input = { token, documentId, clock: visit.clock.named };
    return download(await callForFile(shareDocument, input, visit.caller));
  } catch {
    // The page of the link says what is the matter.
    throw redirect(back);
  }
}
