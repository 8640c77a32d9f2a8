import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./desk.module.css";
import type { ReadUnit } from "./steps.ts";
import { useUnitActions } from "./use-unit-actions.ts";

interface ClaimProps {
  unit: TranslationUnit;
  onToggleClaim: () => void;
  onHandOver: () => void;
}

/** The buttons for who translates a text: they stand beside the note that says so. */
export function ClaimButtons({ unit, onToggleClaim, onHandOver }: ClaimProps) {
  const { t } = useTranslation("translations");
  const may = useUnitActions(unit);
  return (
    <span className={styles.claimActs}>
      {(may("claim") || may("give_back")) && (
        <Button size="xs" kind="quiet" aria-keyshortcuts="Alt+C" onClick={onToggleClaim}>
          {t(may("give_back") ? "giveBack" : "claim")}
        </Button>
      )}
      {may("hand_over") && (
        <Button size="xs" kind="quiet" onClick={onHandOver}>
          {t("handOver")}
        </Button>
      )}
    </span>
  );
}

interface ReviewProps {
  unit: TranslationUnit;
  /** `read` names the versions that the reader saw. */
  onReject: (read: ReadUnit) => void;
  onApprove: () => void;
}

/** The buttons of a reviewer. They stand beside the one that saves the text. */
export function ReviewButtons({ unit, onReject, onApprove }: ReviewProps) {
  const { t } = useTranslation("translations");
  const may = useUnitActions(unit);
  const { message, translation } = unit;
  return (
    <>
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
