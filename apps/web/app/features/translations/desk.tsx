import type { Language } from "@kakehashi/contract/languages";
import { languages } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { IconArrowLeft, IconChecks, IconLanguage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { languageKeys } from "../../kit/language-keys.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { AreaTabs } from "./area-tabs.tsx";
import styles from "./desk.module.css";
import { useLiveTranslations, useQueue } from "./queries.ts";
import { addressOf, QueueItem } from "./queue-item.tsx";
import { UnitView } from "./unit-view.tsx";
import { useDeskKeys } from "./use-desk-keys.ts";

const isSame = (unit: TranslationUnit, mid: string | undefined, to: Language | null) =>
  unit.message.id === mid && unit.language === to;

interface Props {
  /** The id of the message that is open. Undefined for none. */
  mid?: string | undefined;
  targetLanguage: Language | null;
}

/** The translators' page: the queue at the left, the open message beside it. */
export function Desk({ mid, targetLanguage }: Props) {
  const { t } = useTranslation(["translations", "common"]);
  const navigate = useNavigate();
  const [targetFilter, setTargetFilter] = useState<Language>();
  const queue = useQueue({ language: targetFilter });
  useLiveTranslations();
  const units = queue.data ?? [];

  /**
   * Opens the unit that is `direction` places after the open one. At the ends of the queue nothing changes.
   */
  function moveSelection(direction: number): void {
    const currentIndex = units.findIndex((unit) => isSame(unit, mid, targetLanguage));
    const nextUnit = currentIndex < 0 ? units[0] : units[currentIndex + direction];
    if (nextUnit) void navigate(addressOf(nextUnit));
  }
  /** A saved unit leaves the queue. Opens the one after it, else the one before. */
  function openNextUnit(): void {
    const currentIndex = units.findIndex((unit) => isSame(unit, mid, targetLanguage));
    const nextUnit = units[currentIndex + 1] ?? units[currentIndex - 1];
    void navigate(nextUnit && !isSame(nextUnit, mid, targetLanguage) ? addressOf(nextUnit) : "/translations");
  }
  useDeskKeys((event) => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!event.altKey || event.isComposing || direction === undefined) return;
    event.preventDefault();
    moveSelection(direction);
  });

  const isOpen = mid !== undefined && targetLanguage !== null;
  return (
    <div className={styles.desk} data-open={isOpen || undefined}>
      <section className={styles.queue} aria-label={t("queue")}>
        <PageHeader title={t("title")} note={t("queueNote")} />
        <AreaTabs />
        <div className={styles.filter}>
          <Select
            value={targetFilter ?? ""}
            aria-label={t("into")}
            onChange={({ currentTarget }) =>
              setTargetFilter(languages.find((language) => language === currentTarget.value))
            }
          >
            <option value="">{t("intoAll")}</option>
            {languages.map((language) => (
              <option key={language} value={language}>
                {t("intoOne", { language: t(`common:${languageKeys[language]}`) })}
              </option>
            ))}
          </Select>
        </div>
        <div className={styles.list}>
          <Loaded
            query={queue}
            rows={6}
            empty={
              <EmptyState
                icon={<IconChecks size={24} stroke={1.6} />}
                title={t("emptyTitle")}
                text={t("emptyText")}
              />
            }
          >
            {(queuedUnits) => (
              <>
                <ul>
                  {queuedUnits.map((unit) => (
                    <li key={`${unit.message.id} ${unit.language}`}>
                      <QueueItem unit={unit} current={isSame(unit, mid, targetLanguage)} />
                    </li>
                  ))}
                </ul>
                <LoadMore query={queue} />
              </>
            )}
          </Loaded>
        </div>
      </section>
      <main className={styles.editorArea}>
        {isOpen ? (
          <>
            <span className={styles.backButton}>
              <IconButton label={t("backToQueue")} onClick={() => navigate("/translations")}>
                <IconArrowLeft size={20} stroke={1.6} />
              </IconButton>
            </span>
            <UnitView
              key={`${mid} ${targetLanguage}`}
              mid={mid}
              language={targetLanguage}
              onDone={openNextUnit}
              onSkip={() => moveSelection(1)}
            />
          </>
        ) : (
          <div className={styles.emptyState}>
            <EmptyState
              icon={<IconLanguage size={24} stroke={1.6} />}
              title={t("chooseTitle")}
              text={t("chooseText")}
            />
          </div>
        )}
      </main>
    </div>
  );
}
