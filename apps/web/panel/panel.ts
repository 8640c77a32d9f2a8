import "./panel.css";
import "./messages.css";
import "./composer.css";
import "./rating.css";
import type { Language } from "@kakehashi/contract/languages";
import { createFrame } from "./frame.ts";
import { createLanguageStore } from "./language-choice.ts";
import { createTalk, type TalkState } from "./talk.ts";
import { type BotPageData, createView } from "./view.ts";

const facts: BotPageData = JSON.parse(document.body.dataset.bot ?? "{}");
const languageStore = createLanguageStore(facts.id);
let language = facts.languages.find((botLanguage) => botLanguage === languageStore.get()) ?? facts.language;
let shownState: TalkState | null = null;

const frame = createFrame(() => tellSeen());
/**
 * Reports to the agents which messages the visitor has seen. Does nothing while the page is hidden or the panel is
 * closed.
 */
function tellSeen(): void {
  if (document.visibilityState === "visible" && frame.isOpen()) talk.tellSeen();
}
document.addEventListener("visibilitychange", tellSeen);

function createPanelView() {
  document.documentElement.lang = language;
  return createView({
    facts,
    language,
    talk: () => talk,
    close: frame.isFramed ? frame.close : null,
    chooseLanguage,
  });
}

/**
 * Changes the language of the chat: draws the panel again with the typed text, and tells the server which language the
 * bot must use.
 */
function chooseLanguage(chosen: Language): void {
  language = chosen;
  languageStore.set(chosen);
  const before = view;
  view = createPanelView();
  before.root.replaceWith(view.root);
  if (shownState) view.draw(shownState);
  view.composer.keep(before.composer.typed());
  view.focusLanguage();
  talk.setLanguage(chosen);
}

let view = createPanelView();
document.body.append(view.root);

const talk = createTalk(
  { ...facts, language },
  frame.tokenKeeper,
  (state) => {
    shownState = state;
    view.draw(state);
    frame.showCount(state.turns.reduce((sum, { said }) => sum + said.length, state.people.length));
    tellSeen();
  },
  (reason) => view.composer.showRefusal(reason),
);

talk.begin();
if (!frame.isFramed) view.composer.focus();
