import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import {
  type BotPhrase,
  changeBotPhrase,
  createBotPhrase,
  moveBotPhrase,
  removeBotPhrase,
} from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import { IconMessageQuestion, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { call } from "../../kit/api.ts";
import { SortableList } from "../../kit/sortable.tsx";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { offerUndo } from "../../kit/undo.ts";
import styles from "./bots.module.css";
import { PhraseDialog } from "./phrase-dialog.tsx";
import { phrasesQuery, refetchPhrases } from "./phrase-queries.ts";
import { PhraseRow } from "./phrase-row.tsx";
import { PhraseTester } from "./phrase-tester.tsx";
import parts from "./phrases.module.css";
import { useBotTextUpdates } from "./use-live-texts.ts";

/**
 * The list of a bot's phrases, in their order, and a form that tests them. A phrase is an automatic answer to a message
 * for which no story waits.
 */
export function BotPhrases({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const [address, setAddress] = useSearchParams();
  const search = (address.get("search") ?? "").trim().slice(0, 200);
  const query = useInfiniteQuery(phrasesQuery(bot.id, search));
  useBotTextUpdates(bot.id, refetchPhrases);
  const mayEdit = canDoWithBot(bot.part, "edit");
  /**
   * The state of the dialog for a phrase. `phrase` is null for a new one. `count` says how often the dialog was opened.
   * It serves as a React key, so that the dialog always opens with a new form.
   */
  const [phraseDialog, setPhraseDialog] = useState<{
    phrase: BotPhrase | null;
    opened: boolean;
    count: number;
  }>();
  const openPhraseDialog = (phrase: BotPhrase | null) =>
    setPhraseDialog((previousDialog) => ({ phrase, opened: true, count: (previousDialog?.count ?? 0) + 1 }));
  const addButton = mayEdit && (
    <Button
      kind="primary"
      leftSection={<IconPlus size={18} stroke={1.6} />}
      onClick={() => openPhraseDialog(null)}
    >
      {t("phraseNew")}
    </Button>
  );
  return (
    <>
      <p className={styles.note}>{t("phrasesHint")}</p>
      <PhraseTester bot={bot} />
      <search className={styles.tools}>
        <div className={styles.search}>
          <UrlSearchField
            label={t("phraseSearch")}
            addressValue={search}
            change={(value) => setAddress(value ? { search: value } : {}, { replace: true })}
          />
        </div>
        {addButton}
      </search>
      <LoadedContent
        query={query}
        rows={5}
        emptyState={
          search ? (
            <EmptyState title={t("phraseNone")} text={t("noneText")} />
          ) : (
            <EmptyState
              icon={<IconMessageQuestion size={28} stroke={1.5} aria-hidden="true" />}
              title={t("phraseEmpty")}
              text={t("phraseEmptyText")}
            />
          )
        }
      >
        {(phrases) => (
          <>
            <PhraseList
              bot={bot}
              phrases={phrases}
              isSortable={mayEdit && search === "" && !query.isPlaceholderData}
              onEdit={openPhraseDialog}
            />
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      <UndoBar label={t("undo")} />
      {phraseDialog && (
        <PhraseDialog
          key={phraseDialog.count}
          bot={bot}
          phrase={query.data?.find(({ id }) => id === phraseDialog.phrase?.id) ?? phraseDialog.phrase}
          opened={phraseDialog.opened}
          onClose={() => setPhraseDialog({ ...phraseDialog, opened: false })}
        />
      )}
    </>
  );
}

interface ListProps {
  bot: Bot;
  phrases: readonly BotPhrase[];
  /** Whether the reader can move phrases. During a search this is false, because some phrases are hidden then. */
  isSortable: boolean;
  onEdit: (phrase: BotPhrase) => void;
}

function PhraseList({ bot, phrases, isSortable, onEdit }: ListProps) {
  const { t } = useTranslation("bots");
  /**
   * The phrases in their new order after somebody has moved one. Null once the list was fetched again, even if the
   * server refused the move.
   */
  const [movedPhrases, setMovedPhrases] = useState<readonly BotPhrase[] | null>(null);
  const shownPhrases = movedPhrases ?? phrases;
  const mayEdit = canDoWithBot(bot.part, "edit");

  async function movePhraseTo(to: number, orderedPhrases: readonly BotPhrase[]): Promise<void> {
    const movedPhrase = orderedPhrases[to];
    if (!movedPhrase) return;
    setMovedPhrases(orderedPhrases);
    const after_id = orderedPhrases[to - 1]?.id ?? null;
    await call(moveBotPhrase, { params: { id: bot.id, pid: movedPhrase.id }, body: { after_id } }).catch(
      toastError,
    );
    await refetchPhrases(bot.id);
    setMovedPhrases(null);
  }
  async function togglePhrase({ id: phraseId, revision, is_enabled }: BotPhrase): Promise<void> {
    const body = { revision, is_enabled: !is_enabled };
    await call(changeBotPhrase, { params: { id: bot.id, pid: phraseId }, body }).catch(toastError);
    await refetchPhrases(bot.id);
  }
  async function confirmAndRemovePhrase({
    id: pid,
    kind,
    keywords,
    target,
    is_enabled,
  }: BotPhrase): Promise<void> {
    const phraseIndex = shownPhrases.findIndex(({ id }) => id === pid);
    const after_id = shownPhrases[phraseIndex - 1]?.id ?? null;
    try {
      await call(removeBotPhrase, { params: { id: bot.id, pid } });
      offerUndo(t("phraseRemoved", { keyword: keywords[0] ?? "" }), async () => {
        const { data } = await call(createBotPhrase, {
          params: { id: bot.id },
          body: { kind, keywords, target, is_enabled },
        });
        await call(moveBotPhrase, { params: { id: bot.id, pid: data.id }, body: { after_id } });
        await refetchPhrases(bot.id);
      });
    } catch (error) {
      toastError(error);
    }
    await refetchPhrases(bot.id);
  }

  const renderPhraseRow = (phrase: BotPhrase) => (
    <PhraseRow
      bot={bot}
      phrase={phrase}
      actions={
        mayEdit
          ? {
              toggleActive: () => void togglePhrase(phrase),
              edit: () => onEdit(phrase),
              remove: () => void confirmAndRemovePhrase(phrase),
            }
          : null
      }
    />
  );
  if (!isSortable)
    return (
      <ol className={parts.list}>
        {shownPhrases.map((phrase) => (
          <li key={phrase.id} className={parts.row}>
            {renderPhraseRow(phrase)}
          </li>
        ))}
      </ol>
    );
  return (
    <SortableList
      items={shownPhrases}
      keyOf={({ id }) => id}
      nameOf={({ keywords }) => keywords[0] ?? ""}
      className={parts.list}
      rowClassName={() => parts.row}
      onMove={(_, to, orderedPhrases) => void movePhraseTo(to, orderedPhrases)}
    >
      {(phrase, dragHandle) => (
        <>
          {dragHandle}
          {renderPhraseRow(phrase)}
        </>
      )}
    </SortableList>
  );
}
