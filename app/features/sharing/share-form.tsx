import { useForm } from "@conform-to/react";
import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import type { ShareFormView, ShareReply } from "./form.server.ts";

interface Fields {
  houseNumbers: string;
  label: string;
  days: string;
  showsParties: string;
  showsDocuments: string;
}

/** Chooses shipments, what is shown of them, and for how long. */
export function ShareForm({
  view: { required, canDownload, choose, usual, words, labels },
  requestId,
  answer,
}: {
  view: ShareFormView;
  requestId: string;
  answer: ShareReply | undefined;
}) {
  const [form, fields] = useForm<Fields>({
    id: "share",
    lastResult: answer?.reply,
    defaultValue: usual,
    constraint: requiredConstraint(required),
  });
  return (
    <>
      <p>{words.intro}</p>
      <p className="text-quiet">{words.never}</p>
      <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
        <TextAreaField
          field={fields.houseNumbers}
          label={labels.houseNumbers}
          hint={words.houseNumbersHint}
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
        <p>
          <Link to={choose} className="text-link underline">
            {words.choose}
          </Link>
        </p>
        <InputField field={fields.label} label={labels.label} hint={words.labelHint} autoComplete="off" />
        <FieldSet legend={words.shows}>
          <CheckField field={fields.showsParties} label={labels.showsParties} />
          {canDownload ? <CheckField field={fields.showsDocuments} label={labels.showsDocuments} /> : null}
        </FieldSet>
        <InputField
          field={fields.days}
          label={labels.days}
          hint={words.daysHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Actions>
          <Button kind="primary">{`${words.make} `}</Button>
          <ButtonLink to={href("/shipments/shared")}>{words.toList}</ButtonLink>
        </Actions>
      </FieldForm>
    </>
  );
}
