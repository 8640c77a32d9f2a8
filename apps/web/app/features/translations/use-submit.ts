import type { Language } from "@kakehashi/contract/languages";
import { replaceNamesByMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { languageOfI18n, listMentionedPeople } from "./checks.tsx";
import type { TranslationDraft } from "./device-draft.ts";
import { isLateSubmitError } from "./draft.ts";
import type { DraftSynchronizer } from "./draft-sync.ts";
import { submitTranslationText } from "./steps.ts";
import type { useClaim } from "./use-claim.ts";
import { createSaveAnywayQuestion } from "./warned-text.ts";

interface SubmitOptions {
  message: Message;
  language: Language;
  draft: TranslationDraft;
  sync: DraftSynchronizer;
  claim: ReturnType<typeof useClaim>;
  /** The warnings of the automatic checks of the translation. */
  warnings: readonly CheckWarning[];
  maySave: boolean;
}

/** Saves the editor's text. Shows the writer why a text was refused, and asks whether to save despite warnings. */
export function useSubmitTranslation({
  message,
  language,
  draft,
  sync,
  claim,
  warnings,
  maySave,
}: SubmitOptions) {
  const { t, i18n } = useTranslation("translations");
  const [isBusy, setIsBusy] = useState(false);
  const [wasRefusedAsLate, setWasRefusedAsLate] = useState(false);
  const { text } = draft;

  const submitText = (draft_base: string | null, confirmed: boolean): Promise<TranslationUnit> =>
    submitTranslationText(message.id, language, {
      content: replaceNamesByMentions(text.trim(), listMentionedPeople(message.content)),
      version: draft.version,
      revision: draft.revision,
      confirmed,
      from_memory: draft.fromMemory === true,
      draft_base,
    });

  /** Saves the typed translation. Resolves with null if it was not saved. */
  async function saveTranslation(): Promise<TranslationUnit | null> {
    if (isBusy || !maySave || text.trim() === "") return null;
    setIsBusy(true);
    try {
      // Wait for a running request about the claim before the submit, because a late claim request would claim the
      // finished translation.
      const [draftBase] = await Promise.all([sync.beginSubmit(text), claim.releaseUnusedClaim()]);
      const unit = await submitText(draftBase, false).catch(async (error: unknown) => {
        if (await askToSaveAnyway(error)) return submitText(draftBase, true);
        return null;
      });
      if (!unit) return null;
      claim.forget();
      sync.endAfterSubmit();
      return unit;
    } catch (error) {
      toastError(error);
      return null;
    } finally {
      sync.continueAfterFailedSubmit();
      setIsBusy(false);
    }
  }

  /**
   * If the server has refused the text because of warnings, asks the writer whether to save it anyway. Shows any other
   * error as a toast.
   */
  async function askToSaveAnyway(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError && error.code === "TRANSLATION.WARNED")) {
      setWasRefusedAsLate(isLateSubmitError(error));
      toastError(error);
      return false;
    }
    return askToConfirm({
      title: t("warnedTitle"),
      text: createSaveAnywayQuestion(
        Object.values(error.fields)[0] ?? error.message,
        warnings,
        languageOfI18n(i18n),
      ),
      actionLabel: t("saveAnyway"),
    });
  }
  return {
    save: saveTranslation,
    /** Whether the editor's text is being saved. */
    busy: isBusy,
    /** Whether the last save was refused, because the translation or its original had changed meanwhile. */
    isLate: wasRefusedAsLate,
    clearLateError: () => setWasRefusedAsLate(false),
  };
}
