import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import type { ReadUnit } from "./steps.ts";
import { useUnitActions } from "./use-unit-actions.ts";

interface Props {
  unit: TranslationUnit;
  onSkip: () => void;
  onToggleClaim: () => void;
  onHandOver: () => void;
  /** `read` names the versions that the reader saw. */
  onReject: (read: ReadUnit) => void;
  onApprove: () => void;
}

/** The buttons for what the reader may do with a translation besides writing it. */
export function UnitButtons({ unit, onSkip, onToggleClaim, onHandOver, onReject, onApprove }: Props) {
  const { t } = useTranslation("translations");
  const may = useUnitActions(unit);
  const { message, translation } = unit;
  return (
    <>
      <Button size="sm" kind="quiet" onClick={onSkip}>
        {t("skip")}
      </Button>
      {(may("claim") || may("give_back")) && (
        <Button size="sm" kind="quiet" aria-keyshortcuts="Alt+C" onClick={onToggleClaim}>
          {t(may("give_back") ? "giveBack" : "claim")}
        </Button>
      )}
      {may("hand_over") && (
        <Button size="sm" kind="quiet" onClick={onHandOver}>
          {t("handOver")}
        </Button>
      )}
      {translation && may("reject") && (
        <Button
          size="sm"
          onClick={() => onReject({ version: translation.version, revision: message.revision })}
        >
          {t("reject")}
        </Button>
      )}
      {may("approve") && (
        <Button size="sm" onClick={onApprove}>
          {t("approve")}
        </Button>
      )}
    </>
  );
}
