import { useLocation } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { CargoWeight } from "./cargo-weight.tsx";

/**
 * The chargeable weight under a form's rows, with a button that computes it without scripts. Texts:
 * `freight`.
 */
export function WeightPanel({
  children,
  ...cargo
}: React.ComponentProps<typeof CargoWeight> & { children?: React.ReactNode }) {
  const { t } = useText("freight");
  // Whole, since the router takes '#weight' alone for an address without a query.
  const { pathname, search } = useLocation();
  return (
    <div id="weight" className="rounded-md bg-muted p-4">
      <CargoWeight {...cargo} />
      {children}
      <p className="mt-2">
        <Button name="intent" value="work-out" formAction={`${pathname}${search}#weight`} size="small">
          {t("weight.workOut")}
        </Button>
      </p>
    </div>
  );
}
