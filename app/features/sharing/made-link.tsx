import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { timed } from "#app/components/moment.tsx";
import { Input } from "#app/ui/input.tsx";
import type { MadeLink } from "./made-link.server.ts";

/** The address of a link, in the answer that tells it. */
export function MadeLinkView({ link, toList }: { link: MadeLink; toList: string }) {
  return (
    <>
      <p role="status">{timed(link.text)}</p>
      <p className="flex items-center gap-2">
        <Input readOnly value={link.url} aria-label={link.label} /> <CopyButton text={link.url} />
      </p>
      <p>
        <ButtonLink to={href("/shipments/shared")}>{toList}</ButtonLink>
      </p>
    </>
  );
}
