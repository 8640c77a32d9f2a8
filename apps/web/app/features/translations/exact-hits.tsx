import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { IconChecks } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { conversationName } from "../conversations/name.ts";
import { translationListPathOf } from "./desk-address.ts";
import styles from "./exact-hits.module.css";
import { useLiveTranslations, useUnapprovedExactHits } from "./queries.ts";
import { approveExactHitUnits } from "./steps.ts";

/**
 * Returns the key of a translation from the memory. The key contains the version, because a person must read the
 * translation again after its text has changed.
 */
const unitKeyOf = ({ message, language, translation }: TranslationUnit) =>
  `${message.id} ${language} ${translation?.version}`;

/**
 * Translations that were taken from the translation memory, because it already contained the original. People check
 * them in one list and approve them together.
 */
export function UnapprovedExactHits() {
  const { t } = useTranslation("translations");
  const query = useUnapprovedExactHits();
  useLiveTranslations();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} className="visually-hidden" tabIndex={-1}>
        {t("page_hits")}
      </h2>
      <LoadedContent
        query={query}
        rows={6}
        emptyState={
          <EmptyState
            icon={<IconChecks size={24} stroke={1.6} />}
            title={t("hitsEmpty")}
            text={t("hitsEmptyText")}
          />
        }
      >
        {(units) => (
          <>
            {/* After the last approval, the focused button disappears. Focus the heading, so that the next Tab
                reaches the remaining list. */}
            <ApproveChosen units={units} onApproved={() => heading.current?.focus({ preventScroll: true })} />
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

interface ApproveChosenProps {
  units: readonly TranslationUnit[];
  onApproved: () => void;
}

function ApproveChosen({ units, onApproved }: ApproveChosenProps) {
  const { t } = useTranslation("translations");
  /** The keys of the translations that are excluded from the approval. */
  const [excludedKeys, setExcludedKeys] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const unitsToApprove = units.filter((unit) => !excludedKeys.has(unitKeyOf(unit)));

  async function approveChosenUnits(): Promise<void> {
    setIsBusy(true);
    try {
      const { approved, changed } = await approveExactHitUnits(unitsToApprove);
      onApproved();
      toast(changed > 0 ? t("hitsChanged", { count: changed }) : t("hitsApproved", { count: approved }));
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  }
  const selectAllCheckbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (selectAllCheckbox.current)
      selectAllCheckbox.current.indeterminate =
        unitsToApprove.length > 0 && unitsToApprove.length < units.length;
  }, [unitsToApprove.length, units.length]);
  function setUnitChosen(unit: TranslationUnit, isChosen: boolean): void {
    const newExcludedKeys = new Set(excludedKeys);
    if (isChosen) newExcludedKeys.delete(unitKeyOf(unit));
    else newExcludedKeys.add(unitKeyOf(unit));
    setExcludedKeys(newExcludedKeys);
  }
  return (
    <>
      <div className={styles.tools}>
        <Checkbox
          ref={selectAllCheckbox}
          label={t("hitsAll")}
          checked={unitsToApprove.length === units.length}
          onChange={({ currentTarget: { checked } }) =>
            setExcludedKeys(new Set(checked ? [] : units.map(unitKeyOf)))
          }
        />
        <Button
          kind="primary"
          loading={isBusy}
          disabled={unitsToApprove.length === 0}
          onClick={approveChosenUnits}
        >
          {unitsToApprove.length === 0
            ? t("approveNone")
            : t("approveHits", { count: unitsToApprove.length })}
        </Button>
      </div>
      <ul className={styles.list}>
        {units.map((unit) => (
          <li key={unitKeyOf(unit)}>
            <ExactMemoryMatch
              unit={unit}
              isChosen={!excludedKeys.has(unitKeyOf(unit))}
              onChoose={(isChosen) => setUnitChosen(unit, isChosen)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ExactMemoryMatchProps {
  unit: TranslationUnit;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function ExactMemoryMatch({ unit, isChosen, onChoose }: ExactMemoryMatchProps) {
  const { t } = useTranslation("translations");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const { message, conversation, language, translation } = unit;
  const original = replaceMentionsByNames(message.content);
  return (
    <div className={styles.hit}>
      <input
        type="checkbox"
        className={styles.mark}
        checked={isChosen}
        aria-label={original}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <p lang={message.language}>{original}</p>
      <p lang={language}>{replaceMentionsByNames(translation?.content ?? "")}</p>
      <p className={styles.place}>
        <LanguageTag language={message.language} />
        <span aria-hidden="true">→</span>
        <LanguageTag language={language} />
        <span className={styles.room}>{conversationName(conversation, tRoom)}</span>
        <Link to={translationListPathOf({ list: "waiting" }, { mid: message.id, to: language })}>
          {t("hitOpen")}
        </Link>
      </p>
    </div>
  );
}
