import { addressOf } from "@kakehashi/contract/address";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import type { ReadVersions } from "./steps.ts";
import styles from "./unit-state.module.css";
import { useTranslationActions } from "./use-unit-actions.ts";

export interface TranslationActionsProps {
  unit: TranslationUnit;
  /** Whether the reader may write the translation. */
  mayWrite: boolean;
  onToggleClaim: () => void;
  onHandOver: () => void;
  onOpenNext: () => void;
}

/**
 * The buttons that claim a translation or hand it over, and links to the next message and to the message's
 * conversation.
 */
export function TranslationActions({ onOpenNext, mayWrite, ...claimProps }: TranslationActionsProps) {
  const { t } = useTranslation("translations");
  const { message } = claimProps.unit;
  return (
    <>
      {mayWrite && <ClaimButtons {...claimProps} />}
      <span className={styles.ways}>
        {mayWrite && (
          <Button size="xs" kind="quiet" onClick={onOpenNext}>
            {t("skip")}
          </Button>
        )}
        <Link to={addressOf(message.conversation_id, message.id, message.parent_id)}>{t("inRoom")}</Link>
      </span>
    </>
  );
}

/**
 * The buttons that claim a translation, release it, or hand it over, beside the name of the person who translates it.
 */
function ClaimButtons({
  unit,
  onToggleClaim,
  onHandOver,
}: Omit<TranslationActionsProps, "mayWrite" | "onOpenNext">) {
  const { t } = useTranslation("translations");
  const isActionAllowed = useTranslationActions(unit);
  return (
    <span className={styles.claimActs}>
      {(isActionAllowed("claim") || isActionAllowed("give_back")) && (
        <Button size="xs" kind="quiet" aria-keyshortcuts="Alt+C" onClick={onToggleClaim}>
          {t(isActionAllowed("give_back") ? "giveBack" : "claim")}
        </Button>
      )}
      {isActionAllowed("hand_over") && (
        <Button size="xs" kind="quiet" onClick={onHandOver}>
          {t("handOver")}
        </Button>
      )}
    </span>
  );
}

interface ReviewButtonsProps {
  unit: TranslationUnit;
  /** Called with the versions of the translation and its original that were on the reader's screen. */
  onReject: (readVersions: ReadVersions) => void;
  onApprove: () => void;
}

/** The buttons that approve or reject a translation, for reviewers. They are beside the Save button. */
export function ReviewButtons({ unit, onReject, onApprove }: ReviewButtonsProps) {
  const { t } = useTranslation("translations");
  const isActionAllowed = useTranslationActions(unit);
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
