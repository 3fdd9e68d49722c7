import type { TextField } from "#app/components/field-props.ts";
import type { RowsField } from "#app/components/row-editor.tsx";
import type { PartyFields, TextFieldName } from "../booking-fields.ts";

/** The booking form's fields as conform metadata. */
export type Fields = Record<
  | TextFieldName
  | "templateName"
  | "hasOriginTrucking"
  | "hasDestinationTrucking"
  | "hasConsigneeAsNotifyParty",
  TextField
> & {
  shipper: PartyField;
  consignee: PartyField;
  notifyParty: PartyField;
  cargo: RowsField;
  containers: RowsField;
};

export interface PartyField {
  id: string;
  getFieldset: () => Record<keyof PartyFields, TextField>;
}
