import { useEffect } from "react";
import { useLocation, useNavigation } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { useRootData } from "./root-data.ts";

/**
 * The progress bar during navigation, the overlay when it takes long, and the third-party analytics script
 * after each (product 1.7).
 */
export function NavigationProgress() {
  const { t } = useText();
  const navigation = useNavigation();
  const { analyticsUrl } = useRootData();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation, not once per page
  useEffect(() => {
    if (!analyticsUrl) return;
    const script = document.createElement("script");
    script.async = true;
    script.src = analyticsUrl;
    document.body.append(script);
    return () => script.remove();
  }, [analyticsUrl, location.pathname, location.search]);
  if (navigation.state === "idle") return null;
  return (
    <>
      <div
        role="progressbar"
        aria-label={t("loading")}
        className="fixed inset-x-0 top-0 z-40 h-1 print:hidden"
      >
        <div className="progress-bar h-full w-full origin-left bg-brand" />
      </div>
      <LoadingOverlay />
    </>
  );
}
