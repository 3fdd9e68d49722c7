/** The one part of sea-ports that is used: its rows by UN/LOCODE, positions as [longitude, latitude]. */
declare module "sea-ports" {
  interface SeaPort {
    name: string;
    timezone?: string;
    coordinates?: [number, number];
  }
  const ports: { JSON: Record<string, SeaPort> };
  export default ports;
}
