import "./panel.css";
import "./messages.css";
import "./composer.css";
import "./rating.css";
import type { Language } from "@kakehashi/contract/languages";
import { createFrame } from "./frame.ts";
import { createLanguageStore } from "./language-choice.ts";
import { createTalk, type TalkState } from "./talk.ts";
import { type BotPageData, createView } from "./view.ts";

const botFacts: BotPageData = JSON.parse(document.body.dataset.bot ?? "{}");
const languageStore = createLanguageStore(botFacts.id);
let chosenLanguage =
  botFacts.languages.find((botLanguage) => botLanguage === languageStore.get()) ?? botFacts.language;
let shownState: TalkState | null = null;

const panelFrame = createFrame(() => tellSeen());
/**
 * Reports to the agents which messages the visitor has seen. Does nothing while the page is hidden or the panel is
 * closed.
 */
function tellSeen(): void {
  if (document.visibilityState === "visible" && panelFrame.isOpen()) botTalk.tellSeen();
}
document.addEventListener("visibilitychange", tellSeen);

function createPanelView() {
  document.documentElement.lang = chosenLanguage;
  return createView({
    facts: botFacts,
    language: chosenLanguage,
    talk: () => botTalk,
    close: panelFrame.isFramed ? panelFrame.close : null,
    chooseLanguage,
  });
}

/**
 * Changes the language of the chat: draws the panel again with the typed text, and tells the server which language the
 * bot must use.
 */
function chooseLanguage(newLanguage: Language): void {
  chosenLanguage = newLanguage;
  languageStore.set(newLanguage);
  const viewBefore = panelView;
  panelView = createPanelView();
  viewBefore.root.replaceWith(panelView.root);
  if (shownState) panelView.draw(shownState);
  panelView.composer.keep(viewBefore.composer.typed());
  panelView.focusLanguage();
  botTalk.setLanguage(newLanguage);
}

let panelView = createPanelView();
document.body.append(panelView.root);

const botTalk = createTalk(
  { ...botFacts, language: chosenLanguage },
  panelFrame.tokenKeeper,
  (state) => {
    shownState = state;
    panelView.draw(state);
    panelFrame.showCount(state.turns.reduce((sum, { said }) => sum + said.length, state.people.length));
    tellSeen();
  },
  (reason) => panelView.composer.showRefusal(reason),
);

botTalk.begin();
if (!panelFrame.isFramed) panelView.composer.focus();
