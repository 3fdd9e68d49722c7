import { type DeskShipmentFields, SHIPMENT_CONTAINERS_MAX } from "#app/contract/shipment-desk.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { equipmentIn } from "#app/lib/trade-words.ts";
import type { Telling } from "./import-telling.ts";

type Containers = DeskShipmentFields["containers"];

/**
 * The containers of a cell, "CSQU3054383/45G1/SEAL1; MSKU1234565/22G1": they take the place of those that the shipment has; of one that
 * it has already the type, the seal and what is in it stay where the cell says nothing.
 */
export function containersOf(cell: string, present: Containers, telling: Telling): Containers {
  const parts = cell
    .split(/[;,；，、\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > SHIPMENT_CONTAINERS_MAX)
    telling.fault("containers", "deskContainersMany", { most: SHIPMENT_CONTAINERS_MAX });
  return parts.slice(0, SHIPMENT_CONTAINERS_MAX).map((part) => {
    const [number = "", type = "", seal = ""] = part.split("/").map((text) => text.trim());
    const containerNumber = cleanContainerNumber(number);
    const known = present.find((each) => cleanContainerNumber(each.containerNumber) === containerNumber);
    const code = equipmentIn(type)?.code;
    if (code && code !== type.toUpperCase()) telling.warn("containers", "wordRead", { word: type, code });
    if (type !== "" && !code) telling.fault("containers", "rateContainerUnknown");
    if (type === "" && !known)
      telling.fault("containers", "deskContainerType", { number: containerNumber.slice(0, 20) });
    const nothing = { sealNumber: "", pieces: "", grossWeightKg: "", volumeCbm: "" };
    return {
      ...(known ?? { ...nothing, containerType: "" }),
      containerNumber,
      ...(code ? { containerType: code } : {}),
      ...(seal ? { sealNumber: seal } : {}),
    };
  });
}
