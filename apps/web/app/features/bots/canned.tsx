import { type CannedAnswer, createCannedAnswer, removeCannedAnswer } from "@kakehashi/contract/bot-canned";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import { IconMessageBolt, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { offerUndo } from "../../kit/undo.ts";
import styles from "./bots.module.css";
import { CannedAnswerDialog } from "./canned-dialog.tsx";
import { cannedAnswersQuery, refetchCannedAnswers } from "./canned-queries.ts";
import { sortBotLanguagesFirst } from "./languages-in-order.ts";
import parts from "./phrases.module.css";
import { useBotTextUpdates } from "./use-live-texts.ts";

/** The list of a bot's canned answers. A canned answer is a prepared text that agents insert by typing its shortcut. */
export function BotCannedAnswers({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const [address, setAddress] = useSearchParams();
  const search = (address.get("search") ?? "").trim().slice(0, 200);
  const query = useInfiniteQuery(cannedAnswersQuery(bot.id, search));
  useBotTextUpdates(bot.id, refetchCannedAnswers);
  const mayEdit = canDoWithBot(bot.part, "edit");
  /**
   * The state of the dialog for a canned answer. `answer` is null for a new one. `count` says how often the dialog was
   * opened. It serves as a React key, so that the dialog always opens with a new form.
   */
  const [answerDialog, setAnswerDialog] = useState<{
    answer: CannedAnswer | null;
    opened: boolean;
    count: number;
  }>();
  const openAnswerDialog = (answer: CannedAnswer | null) =>
    setAnswerDialog((previousDialog) => ({ answer, opened: true, count: (previousDialog?.count ?? 0) + 1 }));
  async function confirmAndRemoveAnswer({ id: aid, shortcut, text }: CannedAnswer): Promise<void> {
    try {
      await call(removeCannedAnswer, { params: { id: bot.id, aid } });
      offerUndo(t("cannedRemoved", { shortcut }), async () => {
        await call(createCannedAnswer, { params: { id: bot.id }, body: { shortcut, text } });
        await refetchCannedAnswers(bot.id);
      });
    } catch (error) {
      toastError(error);
    }
    await refetchCannedAnswers(bot.id);
  }
  return (
    <>
      <p className={styles.note}>{t("cannedHint")}</p>
      <search className={styles.tools}>
        <div className={styles.search}>
          <UrlSearchField
            label={t("cannedSearch")}
            addressValue={search}
            change={(value) => setAddress(value ? { search: value } : {}, { replace: true })}
          />
        </div>
        {mayEdit && (
          <Button
            kind="primary"
            leftSection={<IconPlus size={18} stroke={1.6} />}
            onClick={() => openAnswerDialog(null)}
          >
            {t("cannedNew")}
          </Button>
        )}
      </search>
      <LoadedContent
        query={query}
        rows={4}
        emptyState={
          search ? (
            <EmptyState title={t("cannedNoneFits")} text={t("noneText")} />
          ) : (
            <EmptyState
              icon={<IconMessageBolt size={28} stroke={1.5} aria-hidden="true" />}
              title={t("cannedEmpty")}
              text={t(mayEdit ? "cannedEmptyText" : "cannedEmptyAgents")}
            />
          )
        }
      >
        {(answers) => (
          <>
            <ul className={parts.list}>
              {answers.map((answer) => (
                <li key={answer.id} className={parts.row}>
                  <CannedAnswerRow
                    bot={bot}
                    answer={answer}
                    actions={
                      mayEdit
                        ? {
                            edit: () => openAnswerDialog(answer),
                            remove: () => void confirmAndRemoveAnswer(answer),
                          }
                        : null
                    }
                  />
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      <UndoBar label={t("undo")} />
      {answerDialog && (
        <CannedAnswerDialog
          key={answerDialog.count}
          bot={bot}
          answer={query.data?.find(({ id }) => id === answerDialog.answer?.id) ?? answerDialog.answer}
          opened={answerDialog.opened}
          onClose={() => setAnswerDialog({ ...answerDialog, opened: false })}
        />
      )}
    </>
  );
}

interface AnswerProps {
  bot: Bot;
  answer: CannedAnswer;
  /** The actions that change and remove the canned answer. Null if the reader may not change it. */
  actions: { readonly edit: () => void; readonly remove: () => void } | null;
}

function CannedAnswerRow({ bot, answer: { shortcut, text }, actions }: AnswerProps) {
  const { t } = useTranslation("bots");
  const hasTextInLanguage = (language: Language) => (text[language] ?? "").trim() !== "";
  const writtenLanguages = sortBotLanguagesFirst(bot).filter(hasTextInLanguage);
  return (
    <div className={parts.phrase}>
      <h2 className={parts.name} translate="no">
        /{shortcut}
      </h2>
      <dl className={styles.texts}>
        {writtenLanguages.map((language) => (
          <div key={language}>
            <dt>{nativeLanguageNames[language]}</dt>
            <dd lang={language}>{text[language]}</dd>
          </div>
        ))}
      </dl>
      {actions && (
        <span className={parts.actions}>
          <IconButton label={t("cannedEditOf", { shortcut })} onClick={actions.edit}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton label={t("cannedRemoveOf", { shortcut })} onClick={actions.remove}>
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      )}
    </div>
  );
}
