import { useTranslation } from "../../i18n/use-translation.tsx";
import type { DraftFields } from "../../kit/form-draft.ts";
import { DraftNote } from "../../kit/ui/draft-note.tsx";
import { type FormDraftState, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";

/**
 * Manages the draft of a form in a dialog. Without a draft, the form starts with the values in `savedFields`. `version`
 * is the version of the edited object.
 */
export function useDialogDraft<V extends DraftFields>(formKey: string, savedFields: V, version = 0) {
  const { userId } = useReader();
  return useFormDraft({ userId, formKey, saved: savedFields, version });
}

/** A note that says that the dialog has restored text that was typed before. */
export function RestoredDraftNote({
  draft: { restored },
  onDiscard,
}: {
  draft: Pick<FormDraftState, "restored">;
  onDiscard: () => void;
}) {
  const { t } = useTranslation("projects");
  const { dateTime } = useFormat();
  if (!restored) return null;
  return (
    <DraftNote
      text={t("draftRestored", { moment: dateTime(new Date(restored.savedAt)) })}
      discardLabel={t("draftDiscard")}
      onDiscard={onDiscard}
    />
  );
}
