import { Card } from "#app/ui/card.tsx";
import { Fault } from "../fault.tsx";
import { Crumbs } from "./crumbs.tsx";
import { type PageHead, Title } from "./head.tsx";

const column = "flex flex-col gap-4";
const layouts = {
  /** As wide as the window allows: tables, or parts beside each other. */
  wide: ["div", column],
  /** As wide as a text is read well. */
  text: ["div", `mx-auto w-full max-w-text ${column}`],
  /** The same in one card: a form, or a question. */
  card: [Card, `mx-auto w-full max-w-text ${column}`],
  /** A card for very little. */
  narrow: [Card, `mx-auto w-full max-w-narrow ${column}`],
  /** The same in the middle of an empty window: sign-in, and what a mail links to. */
  alone: [Card, `mx-auto my-6 w-full max-w-narrow ${column}`],
} as const;

/** A page: its head, why its action was refused where that concerns no field, and its parts below each other. */
export function Page({
  head: { back, ...title },
  fault,
  layout = "wide",
  children,
}: {
  head: React.ComponentProps<typeof PageHead>;
  fault?: React.ReactNode;
  layout?: keyof typeof layouts;
  children?: React.ReactNode;
}) {
  const [Frame, className] = layouts[layout];
  return (
    <>
      <Crumbs back={back} />
      <Frame className={className}>
        <Title {...title} />
        {fault ? <Fault>{fault}</Fault> : null}
        {children}
      </Frame>
    </>
  );
}
