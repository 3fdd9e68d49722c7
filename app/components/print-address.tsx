import type { PrintedAddress } from "./print-address.server.ts";

/** On paper only: where the record is found, also for a phone's camera. */
export function PrintAddress({ printed: { address, size, path } }: { printed: PrintedAddress }) {
  return (
    <p className="mb-4 hidden items-center gap-4 text-xs print:flex">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="96"
        height="96"
        aria-hidden="true"
        stroke="#000"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      {address}
    </p>
  );
}
