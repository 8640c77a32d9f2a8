import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { isLanguage } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, useId, useMemo } from "react";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { useAccount } from "../auth/session.ts";
import { type CannedAnswerChoice, findCannedAnswers } from "./canned-choices.ts";
import styles from "./canned-menu.module.css";
import { allCannedAnswersQuery } from "./canned-queries.ts";
import { replaceTextBeforeCaret, useCannedAnswerKeys } from "./use-canned-keys.ts";

interface CannedMenuProps {
  bot: Bot;
  talk: LivechatDetail;
  /** The element with the conversation and its composer. The menu handles keys that are pressed inside this element. */
  conversationElement: HTMLElement | null;
}

/**
 * Keeps the focus in the text field while somebody presses the mouse button on the menu. Without the focus, the menu
 * would close before the click.
 */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * The menu of canned answers above the composer of a chat. It opens while somebody types a line that begins with a
 * slash. The menu listens to the composer by itself, so conversations without canned answers do not load this code.
 */
export function CannedAnswerMenu({ bot, talk, conversationElement }: CannedMenuProps) {
  const { t, i18n } = useTranslation("bots");
  const account = useAccount();
  const listId = useId();
  const { data: answers } = useQuery(allCannedAnswersQuery(bot.id));
  const agentLanguage = account?.working_language ?? i18n.language;
  const cannedAnswerContext = useMemo(
    () => ({
      visitor: talk.visitor,
      variables: talk.variables,
      dateVariableNames: talk.date_variables,
      agentName: account?.name ?? "",
      agentLanguage: isLanguage(agentLanguage) ? agentLanguage : ("en" as const),
      bot,
    }),
    [talk, account?.name, agentLanguage, bot],
  );
  const cannedMenu = useCannedAnswerKeys<CannedAnswerChoice>({
    anchor: conversationElement,
    listId,
    findChoices: (search) => (answers ? findCannedAnswers(answers, search, cannedAnswerContext) : []),
    insertChoice({ text, language, missingPlaceholder: missing }, { textArea: textField, start }) {
      // The composer detects the language of a message from its words, but a canned answer may be too short for that.
      // So tell the composer the language.
      textField.dataset.language = language;
      replaceTextBeforeCaret(textField, start, text);
      if (!missing) return;
      textField.setSelectionRange(start + missing.start, start + missing.end);
      toast(t("cannedMissing", { name: missing.name }));
    },
  });
  if (!cannedMenu.isOpen || !answers) return null;
  const { choices, selectedIndex, accept } = cannedMenu;
  return (
    <div className={styles.menu} style={{ bottom: cannedMenu.bottomPx }} data-canned>
      {choices.length === 0 ? (
        <p className={styles.none}>
          {t(answers.length === 0 ? "cannedNoneYet" : "cannedNone")}{" "}
          {canDoWithBot(bot.part, "edit") && (
            <Link to={`/bots/${bot.id}/canned`} onPointerDown={keepFocus}>
              {t("cannedManage")}
            </Link>
          )}
        </p>
      ) : (
        <div role="listbox" id={listId} aria-label={t("tab_canned")}>
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
            <div
              key={choice.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === selectedIndex}
              className={styles.choice}
              onPointerDown={keepFocus}
              onClick={() => accept(choice)}
            >
              <span className={styles.shortcut} translate="no">
                /{choice.shortcut}
              </span>
              <span className={styles.language}>{nativeLanguageNames[choice.language]}</span>
              <span className={styles.text} lang={choice.language}>
                {choice.text}
              </span>
              {choice.textInAgentLanguage && (
                <span className={styles.own} lang={choice.textInAgentLanguage.language}>
                  {choice.textInAgentLanguage.text}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
