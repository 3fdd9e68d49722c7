import type { TypedRates } from "#app/components/cargo-weight-words.ts";
import type { ListField, TextField } from "#app/components/field-props.ts";
import type { MeasuredRow } from "#app/components/measure-fields.tsx";
import type { RowsField } from "#app/components/row-editor.tsx";

export const FORM_ID = "quote";
export const PACKAGES = "packages";

/** The form as typed: everything is text. */
export interface RequestFields extends TypedRates {
  tag?: string;
  freightMode?: string;
  service?: string;
  incoterms?: string;
  origin?: string;
  originZip?: string;
  pickupLocation?: string;
  destination?: string;
  destinationZip?: string;
  deliveryLocation?: string;
  packages?: MeasuredRow[];
  containers?: ContainerRow[];
  specialGoods?: string[];
  batteryTypes?: string[];
  cargoDetails?: string;
  cargoReadyDate?: string;
}
interface ContainerRow extends Record<string, string | undefined> {
  containerType?: string;
  count?: string;
}

type RowsName = "packages" | "containers";
type ListName = "specialGoods" | "batteryTypes";

/** The fields as conform holds them. */
export type Fields = Record<Exclude<keyof RequestFields, RowsName | ListName>, TextField> &
  Record<ListName, ListField> &
  Record<RowsName, RowsField>;
