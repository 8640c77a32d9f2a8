import type { TurnForVisitor } from "@kakehashi/contract/bot-visitor-shapes";
import type { Language } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";
import { drawBotMessage } from "./bot-message.ts";
import { createBotPicture, createElement, createLinkedText } from "./elements.ts";
import { createAutoScroller } from "./follow-end.ts";
import { findOpenQuestion } from "./open-question.ts";
import type { OutgoingMessage } from "./outbox.ts";
import type { PanelTexts } from "./texts.ts";
import type { AgentMessage } from "./transcript.ts";

interface MessageListOptions {
  readonly botFacts: { readonly name: string; readonly picture: string | null; readonly language: Language };
  readonly texts: PanelTexts;
  choose(id: string, label: string): void;
  tryAgain(): void;
  file(id: string): Promise<Blob>;
  /** Called with the element of each broadcast, to report when the visitor sees the broadcast. */
  watchBroadcast(node: HTMLElement, number: number): void;
}

interface MessageListState {
  readonly turns: readonly TurnForVisitor[];
  readonly people: readonly AgentMessage[];
  readonly outgoing: readonly OutgoingMessage[];
  /**
   * Whether the bot waits until the visitor presses a reply button. If not, its question has no reply buttons, and the
   * reply buttons of its card are disabled.
   */
  readonly isAnswerExpected: boolean;
  /** The text that says that an agent or the bot is writing, such as "Somebody is writing…". Null if nobody is. */
  readonly agentTypingText: string | null;
}

/** Rounds a progress (0 to 1) down to ten percent, so that screen readers do not announce every change. */
const toTensOfPercent = (progress: number): number => 10 * Math.floor(10 * progress);

/** Whether a turn (one event and the bot's answer to it) is visible. Some turns only change variables of the bot. */
const isTurnVisible = ({ content, file_name, said }: TurnForVisitor): boolean =>
  content !== null || file_name !== null || said.length > 0;

/** The list of messages. Its ARIA role `log` makes screen readers announce new messages. */
export function createMessageList({
  botFacts,
  texts,
  choose,
  tryAgain,
  file,
  watchBroadcast,
}: MessageListOptions) {
  const log = createElement("div", { class: "log", role: "log", "aria-label": texts.log, tabindex: "0" });
  const typingText = createElement("span", { class: "unseen" });
  const typingRow = createElement(
    "p",
    { class: "typing", role: "status" },
    createElement(
      "span",
      { class: "dots", "aria-hidden": "true" },
      createElement("i"),
      createElement("i"),
      createElement("i"),
    ),
    typingText,
  );
  const scrollElement = createElement("div", { class: "scroller" }, log, typingRow);
  const autoScroller = createAutoScroller(scrollElement, log, texts.news);
  const root = createElement("div", { class: "messages" }, scrollElement, autoScroller.button);
  const drawnRows = new Map<string, { key: string; node: HTMLElement }>();
  const time = new Intl.DateTimeFormat(localeByLanguage[botFacts.language], {
    hour: "2-digit",
    minute: "2-digit",
  });
  const day = new Intl.DateTimeFormat(localeByLanguage[botFacts.language], {
    dateStyle: "long",
    timeZone: "UTC",
  });

  const author = (name: string) => createElement("span", { class: "unseen" }, `${name}: `);
  /** Formats a date such as `2026-11-25` in the reader's language. Returns any other text unchanged. */
  const formatIfDate = (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? day.format(new Date(text)) : text;
  const createTimeElement = (timestamp: string) =>
    createElement("time", { datetime: timestamp }, time.format(new Date(timestamp)));

  /**
   * Draws one turn: an event, such as a visitor's message, and the bot's answer to it. `openMessageIndex` is the index
   * of the bot's message with active buttons. Null if there is none.
   */
  function drawTurn(turn: TurnForVisitor, openMessageIndex: number | null): HTMLElement {
    const group = createElement("div", { class: "turn" });
    const turnText = turn.file_name ?? turn.content;
    if (turnText !== null)
      group.append(
        createElement(
          "div",
          { class: "mine" },
          author(texts.you),
          createElement(
            "p",
            { class: "bubble" },
            turn.file_name ?? createLinkedText(formatIfDate(turnText), texts.opensNew),
          ),
          createTimeElement(turn.created_at),
        ),
      );
    if (turn.said.length > 0) {
      const nodes = turn.said.flatMap((said, index) =>
        drawBotMessage(said, { texts, onReplyPressed: index === openMessageIndex ? choose : null }),
      );
      group.append(
        createElement(
          "div",
          { class: "theirs" },
          createBotPicture(botFacts.picture),
          author(botFacts.name),
          ...nodes,
          createTimeElement(turn.created_at),
        ),
      );
    }
    if (turn.is_broadcast) watchBroadcast(group, turn.number);
    return group;
  }

  function drawFile({ id, name }: AgentMessage["files"][number]): HTMLElement {
    const button = createElement("button", { type: "button", class: "file" }, name);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const href = URL.createObjectURL(await file(id));
        createElement("a", { href, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(href), 60_000);
      } catch {
        button.after(createElement("small", { role: "alert" }, texts.fileFailed));
      }
      button.disabled = false;
    });
    return button;
  }

  function drawPersonMessage(message: AgentMessage): HTMLElement {
    const { name, content, deleted, files, created_at } = message;
    return createElement(
      "div",
      { class: "theirs person" },
      createElement("small", {}, name),
      deleted
        ? createElement("p", { class: "bubble gone" }, texts.deleted)
        : content.trim() !== "" &&
            createElement(
              "p",
              { class: "bubble", lang: message.language },
              createLinkedText(content, texts.opensNew),
            ),
      ...(deleted ? [] : files.map(drawFile)),
      createElement(
        "small",
        {},
        createTimeElement(created_at),
        message.is_translated && !deleted ? ` · ${texts.translated}` : null,
      ),
    );
  }

  function drawOutgoingMessage(
    { content, file, uploadedPart, failure }: OutgoingMessage,
    isFirst: boolean,
  ): HTMLElement {
    const retryButton = createElement("button", { type: "button", class: "plain" }, texts.again);
    retryButton.addEventListener("click", tryAgain);
    const sendingText = file
      ? texts.upload.replace("{name}", file.name).replace("{percent}", String(toTensOfPercent(uploadedPart)))
      : texts.sending;
    const stateText = failure === null ? sendingText : texts[failure];
    return createElement(
      "div",
      { class: failure === null ? "mine outgoing" : "mine outgoing failed" },
      author(texts.you),
      createElement("p", { class: "bubble" }, formatIfDate(content)),
      createElement("small", {}, stateText, failure !== null && isFirst ? retryButton : null),
    );
  }

  return {
    root,
    draw({ turns, people, outgoing, isAnswerExpected, agentTypingText }: MessageListState): void {
      const question = isAnswerExpected && outgoing.length === 0 ? findOpenQuestion(turns) : null;
      const turnEntries = turns.filter(isTurnVisible).map((turn) => {
        const openMessageIndex = question?.turn === turn.number ? question.saidIndex : null;
        return {
          id: `t${turn.number}`,
          at: turn.created_at,
          countsAsNew: turn.said.length > 0,
          key: String(openMessageIndex),
          createRow: () => drawTurn(turn, openMessageIndex),
        };
      });
      const personEntries = people.map((message) => ({
        id: message.id,
        at: message.created_at,
        countsAsNew: true,
        key: JSON.stringify(message),
        createRow: () => drawPersonMessage(message),
      }));
      const rowsToDraw = new Map<
        string,
        { key: string; countsAsNew: boolean; createRow: () => HTMLElement }
      >();
      for (const { id, ...entry } of [...turnEntries, ...personEntries].sort((a, b) =>
        a.at.localeCompare(b.at),
      ))
        rowsToDraw.set(id, entry);
      for (const [index, message] of outgoing.entries())
        rowsToDraw.set(message.client_id, {
          key: `${message.failure} ${toTensOfPercent(message.uploadedPart)}`,
          countsAsNew: false,
          createRow: () => drawOutgoingMessage(message, index === 0),
        });
      for (const [id, { node }] of drawnRows)
        if (!rowsToDraw.has(id)) {
          node.remove();
          drawnRows.delete(id);
        }
      let hasNews = false;
      // Replace only changed messages. If all were replaced, screen readers would read the whole list again.
      let elementBefore: Element | null = null;
      for (const [id, { key, countsAsNew, createRow }] of rowsToDraw) {
        let drawnRow = drawnRows.get(id);
        hasNews ||= countsAsNew && !drawnRow;
        if (drawnRow?.key !== key) {
          const node = createRow();
          drawnRow?.node.replaceWith(node);
          drawnRow = { key, node };
          drawnRows.set(id, drawnRow);
        }
        const nextElement: Element | null = elementBefore
          ? elementBefore.nextElementSibling
          : log.firstElementChild;
        if (nextElement !== drawnRow.node) log.insertBefore(drawnRow.node, nextElement);
        elementBefore = drawnRow.node;
      }
      typingRow.hidden = agentTypingText === null;
      if (agentTypingText !== null && typingText.textContent !== agentTypingText)
        typingText.textContent = agentTypingText;
      if (outgoing.length > 0) autoScroller.scrollToEnd();
      else autoScroller.listChanged(hasNews);
    },
  };
}
