import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import type { ReadVersions } from "./steps.ts";
import { useIsTranslationActionAllowed } from "./use-unit-actions.ts";

interface ReviewButtonsProps {
  unit: TranslationUnit;
  /** Called with the versions of the translation and its original that were on the reader's screen. */
  onReject: (readVersions: ReadVersions) => void;
  onApprove: () => void;
}

/** The buttons that approve or reject a translation, for reviewers. They are beside the Save button. */
export function ReviewButtons({ unit, onReject, onApprove }: ReviewButtonsProps) {
  const { t } = useTranslation("translations");
  const isActionAllowed = useIsTranslationActionAllowed(unit);
  const { message, translation } = unit;
  return (
    <>
      {translation && isActionAllowed("reject") && (
        <Button
          size="sm"
          onClick={() => onReject({ version: translation.version, revision: message.revision })}
        >
          {t("reject")}
        </Button>
      )}
      {isActionAllowed("approve") && (
        <Button size="sm" onClick={onApprove}>
          {t("approve")}
        </Button>
      )}
    </>
  );
}
