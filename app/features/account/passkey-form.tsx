import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { PostForm } from "#app/components/page/post-form.tsx";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

/** What the device has to sign, from the provider. */
export interface PasskeyAsked {
  ticket: string;
  options: Record<string, unknown>;
}

async function answerOf(kind: "make" | "use", options: unknown): Promise<string | null> {
  const library = await loadChunk(() => import("@simplewebauthn/browser"));
  if (!library) return null;
  const credential =
    kind === "make"
      ? await library.startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
      : await library.startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
  return JSON.stringify(credential);
}

/**
 * A form whose button asks the device for a passkey and sends its answer. The library is loaded with the press. Without
 * scripts, or where the browser has no passkeys, the form says so.
 */
export function PasskeyForm({
  kind,
  asked,
  requestId,
  label,
  children,
}: {
  kind: "make" | "use";
  asked: PasskeyAsked;
  requestId: string;
  label: string;
  children?: React.ReactNode;
}) {
  const { t } = useText("safety");
  const answer = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"none" | "ready" | "asking" | "failed">("none");
  useEffect(() => setState("PublicKeyCredential" in window ? "ready" : "none"), []);
  const ask = async (event: React.SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if (answer.current?.value) return;
    event.preventDefault();
    setState("asking");
    const credential = await answerOf(kind, asked.options).catch(() => null);
    if (!credential || !answer.current) return setState("failed");
    answer.current.value = credential;
    form.requestSubmit();
  };
  if (state === "none") return <p className="text-quiet">{t("passkey.unable")}</p>;
  return (
    <PostForm requestId={requestId} className="items-start" reloadDocument onSubmit={ask}>
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="ticket" value={asked.ticket} />
      <input type="hidden" name="credential" ref={answer} defaultValue="" />
      {children}
      {state === "failed" ? <Alert kind="danger">{t("passkey.failed")}</Alert> : null}
      <Button kind="primary" size="large" aria-disabled={state === "asking"}>
        {label}
      </Button>
    </PostForm>
  );
}
