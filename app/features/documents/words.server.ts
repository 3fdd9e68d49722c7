import type { Visit } from "#app/access/visit.server.ts";
import type { DocumentRow } from "#app/contract/document.ts";
import { paperTypes } from "#app/contract/document-code.ts";

/** A type of another provider that is not known is shown as it is. */
export const typeText = ({ t }: Visit, type: string): string => {
  const known = paperTypes.find((each) => each === type);
  return known ? t(`documents:type.${known}`) : type;
};

/** Type and number, as a document is called. */
export const nameOf = (
  visit: Visit,
  { documentType, number }: Pick<DocumentRow, "documentType" | "number">,
) => `${typeText(visit, documentType)} ${number}`.trim();
