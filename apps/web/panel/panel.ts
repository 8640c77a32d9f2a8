import "./panel.css";
import "./messages.css";
import "./composer.css";
import "./rating.css";
import type { Language } from "@kakehashi/contract/languages";
import { createFrameChannel } from "./frame.ts";
import { createLanguageStore } from "./language-choice.ts";
import { createPanelChat, type PanelChatState } from "./talk.ts";
import { type BotPageData, createView } from "./view.ts";

const botFacts: BotPageData = JSON.parse(document.body.dataset.bot ?? "{}");
const languageStore = createLanguageStore(botFacts.id);
let chosenLanguage =
  botFacts.languages.find((botLanguage) => botLanguage === languageStore.get()) ?? botFacts.language;
let drawnState: PanelChatState | null = null;

const frameChannel = createFrameChannel(() => reportSeenMessages());
/**
 * Reports to the agents which messages the visitor has seen. Does nothing while the page is hidden or the panel is
 * closed.
 */
function reportSeenMessages(): void {
  if (document.visibilityState === "visible" && frameChannel.isOpen()) botTalk.tellSeen();
}
document.addEventListener("visibilitychange", reportSeenMessages);

function createPanelView() {
  document.documentElement.lang = chosenLanguage;
  return createView({
    facts: botFacts,
    language: chosenLanguage,
    talk: () => botTalk,
    close: frameChannel.isFramed ? frameChannel.close : null,
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
  const previousView = panelView;
  panelView = createPanelView();
  previousView.root.replaceWith(panelView.root);
  if (drawnState) panelView.draw(drawnState);
  panelView.composer.keep(previousView.composer.typed());
  panelView.focusLanguage();
  botTalk.setLanguage(newLanguage);
}

let panelView = createPanelView();
document.body.append(panelView.root);

const botTalk = createPanelChat(
  { ...botFacts, language: chosenLanguage },
  frameChannel.tokenKeeper,
  (state) => {
    drawnState = state;
    panelView.draw(state);
    frameChannel.showCount(
      state.turns.reduce((sum, { said }) => sum + said.length, state.agentMessages.length),
    );
    reportSeenMessages();
  },
  (reason) => panelView.composer.showRefusal(reason),
);

botTalk.begin();
if (!frameChannel.isFramed) panelView.composer.focus();
