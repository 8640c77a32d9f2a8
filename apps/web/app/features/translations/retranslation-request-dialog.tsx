import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { type ReadVersions, requestAnotherTranslation } from "./steps.ts";

interface AskAgainProps {
  message: Pick<Message, "id">;
  language: Language;
  /** The versions of the translation and its original that the reader complains about. */
  readVersions: ReadVersions;
  opened: boolean;
  onClose: () => void;
}

/** A dialog in which the reader says what is wrong with a translation, and requests a new one. */
export function RetranslationRequestDialog({
  message,
  language,
  readVersions,
  opened,
  onClose,
}: AskAgainProps) {
  const { t } = useTranslation("translations");
  return (
    <ReasonDialog
      opened={opened}
      title={t("askAgainTitle")}
      action={t("askAgain")}
      onClose={onClose}
      onReason={async (reason) => {
        await requestAnotherTranslation(message.id, language, { reason, ...readVersions });
        toast(t("asked"));
      }}
    />
  );
}
