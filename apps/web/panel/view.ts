import type { Language } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";
import { createComposer } from "./composer.ts";
import { createBotPicture, createElement } from "./elements.ts";
import { createLanguageSelect } from "./language-choice.ts";
import { createMessageList } from "./message-list.ts";
import { createRatingForm } from "./rating.ts";
import type { createPanelChat, PanelChatState } from "./talk.ts";
import { panelTexts } from "./texts.ts";

/** The data about the bot that the server writes into the page. */
export interface BotPageData {
  readonly id: string;
  readonly name: string;
  /** The address of the bot's profile picture. Null if the bot has none. */
  readonly picture: string | null;
  readonly languages: readonly Language[];
  readonly isOpen: boolean;
  readonly language: Language;
}

interface ViewOptions {
  readonly facts: BotPageData;
  readonly language: Language;
  readonly talk: () => ReturnType<typeof createPanelChat>;
  /** Closes the chat panel. Null if the panel is opened as a page, which cannot be closed. */
  readonly close: (() => void) | null;
  chooseLanguage(language: Language): void;
}

function createPlainButton(label: string, onPress: () => void): HTMLButtonElement {
  const button = createElement("button", { type: "button", class: "plain" }, label);
  button.addEventListener("click", onPress);
  return button;
}

/**
 * The chat panel's user interface in one language. When the visitor chooses another language, a new view replaces it
 * and the chat goes on.
 */
export function createView({ facts, language, talk, close, chooseLanguage }: ViewOptions) {
  const texts = panelTexts[language];
  const notice = createElement("div", { class: "notice", role: "status" });
  const composer = createComposer(texts, {
    locale: localeByLanguage[language],
    send: (text) => talk().send(text),
    sendFile: (file) => talk().sendFile(file),
  });
  composer.form.addEventListener("input", () => talk().tellTyping());
  const list = createMessageList({
    botFacts: { ...facts, language },
    texts,
    choose(id, label) {
      talk().send(label, id);
      composer.focus();
    },
    tryAgain: () => talk().tryAgain(),
    file: (id) => talk().file(id),
    watchBroadcast: (node, number) => talk().watchBroadcast(node, number),
  });
  const ratingForm = createRatingForm(texts, (visitorRating) => talk().rate(visitorRating));
  const restartButton = createPlainButton(texts.restart, () => {
    talk().restart();
    composer.focus();
  });
  restartButton.classList.add("restart");
  restartButton.title = texts.restart;
  const closeButton = createElement(
    "button",
    { type: "button", class: "plain close", "aria-label": texts.close, title: texts.close },
    "✕",
  );
  if (close) closeButton.addEventListener("click", close);
  const languageChoice = createLanguageSelect(
    { languages: facts.languages, language, label: texts.language },
    chooseLanguage,
  );
  const unstoredTokenNote = createElement("p", { class: "unkept" }, texts.unkept);
  const root = createElement(
    "main",
    { class: "panel" },
    createElement(
      "header",
      {},
      createBotPicture(facts.picture),
      createElement("h1", {}, facts.name),
      restartButton,
      languageChoice,
      close && closeButton,
    ),
    unstoredTokenNote,
    list.root,
    notice,
    ratingForm.root,
    composer.form,
  );

  /** Formats the time when agents answer again, in the time zone of the visitor's device. */
  const openingFormat = new Intl.DateTimeFormat(localeByLanguage[language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });

  /** Whether the newest message of an agent is in a language that the visitor does not read. */
  function isNewestMessageUntranslated(people: PanelChatState["agentMessages"]): boolean {
    const newestMessage = people
      .filter(({ deleted, content }) => !deleted && content.trim() !== "")
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
      .at(-1);
    return newestMessage !== undefined && newestMessage.language !== language;
  }

  function chooseNoticeText({
    sessionPhase,
    turns,
    agentMessages,
    agentChatState,
    agentsReturnAt,
    expectedAnswer,
  }: PanelChatState): string {
    if (sessionPhase === "failed") return texts.loadFailed;
    if (sessionPhase === "closed") return texts.closed;
    if (sessionPhase === "opening") return turns.length === 0 ? texts.loading : "";
    if (agentChatState === "WAITING")
      return agentsReturnAt === null
        ? texts.waiting
        : texts.away.replace("{time}", openingFormat.format(new Date(agentsReturnAt)));
    if (agentChatState === "OPEN" && isNewestMessageUntranslated(agentMessages)) return texts.untranslated;
    return agentChatState === "CLOSED" && expectedAnswer === null ? texts.ended : "";
  }

  return {
    root,
    composer,
    /** Focuses the select of the language. */
    focusLanguage: (): void => languageChoice?.querySelector("select")?.focus(),
    draw(state: PanelChatState): void {
      const {
        sessionPhase,
        turns,
        agentMessages,
        agentChatState,
        isPersonTyping,
        ratingRound,
        outgoing,
        expectedAnswer,
      } = state;
      const isWithAgents = agentChatState === "WAITING" || agentChatState === "OPEN";
      list.draw({
        turns,
        people: agentMessages,
        outgoing,
        isAnswerExpected: expectedAnswer?.kind === "choice",
        agentTypingText: isPersonTyping
          ? texts.personTyping
          : !isWithAgents && outgoing.some(({ failure }) => failure === null)
            ? texts.typing.replace("{name}", facts.name)
            : null,
      });
      ratingForm.ask(ratingRound);
      if (outgoing.length > 0) ratingForm.end();
      composer.ask(expectedAnswer, isWithAgents);
      composer.form.hidden = sessionPhase === "closed" || sessionPhase === "failed";
      restartButton.hidden = turns.length < 2 || sessionPhase !== "open" || isWithAgents;
      const noticeText = chooseNoticeText(state);
      if (notice.dataset.words !== noticeText) {
        notice.dataset.words = noticeText;
        notice.replaceChildren(
          noticeText,
          ...(sessionPhase === "failed" ? [createPlainButton(texts.again, () => talk().begin())] : []),
        );
      }
      notice.hidden = noticeText === "";
      unstoredTokenNote.hidden = state.survivesReload || sessionPhase !== "open";
    },
  };
}
