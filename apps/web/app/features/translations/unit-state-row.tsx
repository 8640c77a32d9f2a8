import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { TranslationStateLabel, type TranslationStateName } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { type TranslationActions, TranslationActionsMenu } from "./unit-menu.tsx";
import styles from "./unit-state.module.css";

interface Props {
  state: TranslationStateName;
  /** Says who is translating the text now. Null if nobody is. */
  claimNote: ReactNode;
  actions: TranslationActions;
}

/**
 * The state of a translation, who is translating it, and what the reader can do with it. The first typed letter claims
 * the text and so changes this row. Its height stays the same, so that the Save button below does not move.
 */
export function TranslationStateRow({ state, claimNote, actions }: Props) {
  const { t } = useTranslation("translations");
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const { claimToggle, onHandOver, onOpenNext, messageAddress } = actions;
  return (
    <div className={styles.stateRow}>
      <TranslationStateLabel state={state} />
      {claimNote && (
        <span className={styles.claimNote} role="status">
          {claimNote}
        </span>
      )}
      {isPhone ? (
        <span className={styles.ways}>
          <TranslationActionsMenu actions={actions} />
        </span>
      ) : (
        <>
          <span className={styles.ways}>
            {onOpenNext && (
              <Button size="xs" kind="quiet" onClick={onOpenNext}>
                {t("skip")}
              </Button>
            )}
            {messageAddress && <Link to={messageAddress}>{t("inRoom")}</Link>}
          </span>
          <span className={styles.claimActs}>
            {claimToggle && (
              <Button size="xs" kind="quiet" aria-keyshortcuts="Alt+C" onClick={claimToggle.onToggle}>
                {t(claimToggle.isOwnClaim ? "giveBack" : "claim")}
              </Button>
            )}
            {onHandOver && (
              <Button size="xs" kind="quiet" onClick={onHandOver}>
                {t("handOver")}
              </Button>
            )}
          </span>
        </>
      )}
    </div>
  );
}
