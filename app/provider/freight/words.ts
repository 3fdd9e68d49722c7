import type { Service, TransportMode } from "#app/contract/freight-code.ts";
import type { Language } from "#app/contract/user.ts";

type Texts = Record<Language, string>;

/** As the screens of the portal name them. */
const modes: Record<TransportMode, Texts> = {
  AIR: { en: "Air", zh: "空运" },
  OCEAN_FCL: { en: "Ocean FCL", zh: "海运整箱 (FCL)" },
  OCEAN_LCL: { en: "Ocean LCL", zh: "海运拼箱 (LCL)" },
  TRUCK: { en: "Truck", zh: "陆运" },
};
const services: Record<Service, Texts> = {
  DTD: { en: "Door to door", zh: "门到门" },
  DTP: { en: "Door to port", zh: "门到港" },
  PTP: { en: "Port to port", zh: "港到港" },
  PTD: { en: "Port to door", zh: "港到门" },
};

/** Mode and service in a file; either may be unknown. */
export function freightWords(mode: string | null, service: string, language: Language): string {
  const known = [
    Object.hasOwn(modes, mode ?? "") ? modes[mode as TransportMode][language] : "",
    Object.hasOwn(services, service) ? services[service as Service][language] : "",
  ];
  return known.filter(Boolean).join(" · ");
}
