import "./panel.css";
import "./messages.css";
import "./composer.css";
import "./rating.css";
import type { Language } from "@kakehashi/contract/languages";
import { locales } from "@kakehashi/contract/locales";
import { createComposer } from "./composer.ts";
import { element, face } from "./elements.ts";
import { createFrame } from "./frame.ts";
import { createMessageList } from "./message-list.ts";
import { createRating } from "./rating.ts";
import { createTalk, type TalkState } from "./talk.ts";
import { panelTexts } from "./texts.ts";

/** The data that the server writes into the page. */
interface BotFacts {
  readonly id: string;
  readonly name: string;
  /** The address of the bot's picture. */
  readonly picture: string | null;
  readonly languages: readonly Language[];
  readonly isOpen: boolean;
  readonly language: Language;
}

const facts: BotFacts = JSON.parse(document.body.dataset.bot ?? "{}");
const texts = panelTexts[facts.language];

const notice = element("div", { class: "notice", role: "status" });
const composer = createComposer(texts, {
  locale: locales[facts.language],
  send: (text) => talk.send(text),
  sendFile: (file) => talk.sendFile(file),
});
const list = createMessageList({
  facts,
  texts,
  choose(id, label) {
    talk.send(label, id);
    composer.focus();
  },
  tryAgain: () => talk.tryAgain(),
  file: (id) => talk.file(id),
  watchBroadcast: (node, number) => talk.watchBroadcast(node, number),
});
const rating = createRating(texts, (given) => talk.rate(given));
const frame = createFrame(() => tellSeen());
/** Tells people what the visitor has seen, if the page is visible and the panel is open. */
function tellSeen(): void {
  if (document.visibilityState === "visible" && frame.isOpen()) talk.tellSeen();
}
document.addEventListener("visibilitychange", tellSeen);
composer.form.addEventListener("input", () => talk.tellTyping());

function button(label: string, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: "plain" }, label);
  made.addEventListener("click", press);
  return made;
}

const restart = button(texts.restart, () => {
  talk.restart();
  composer.focus();
});
const closeButton = element(
  "button",
  { type: "button", class: "plain close", "aria-label": texts.close, title: texts.close },
  "✕",
);
closeButton.addEventListener("click", frame.close);

document.body.append(
  element(
    "main",
    { class: "panel" },
    element(
      "header",
      {},
      face(facts.picture),
      element("h1", {}, facts.name),
      restart,
      frame.isFramed && closeButton,
    ),
    list.root,
    notice,
    rating.root,
    composer.form,
  ),
);

const talk = createTalk(
  facts,
  (state) => {
    const { phase, turns, people, peopleState, isPersonTyping, ratingRound, outgoing, input } = state;
    const isWithPeople = peopleState === "WAITING" || peopleState === "OPEN";
    list.draw({
      turns,
      people,
      outgoing,
      isAsked: input?.kind === "choice",
      typing: isPersonTyping
        ? texts.personTyping
        : !isWithPeople && outgoing.some(({ failure }) => failure === null)
          ? texts.typing.replace("{name}", facts.name)
          : null,
    });
    rating.ask(ratingRound);
    if (outgoing.length > 0) rating.end();
    composer.ask(input, isWithPeople);
    composer.form.hidden = phase === "closed" || phase === "failed";
    restart.hidden = turns.length < 2 || phase !== "open" || isWithPeople;
    const words = noticeOf(state);
    if (notice.dataset.words !== words) {
      notice.dataset.words = words;
      notice.replaceChildren(words, ...(phase === "failed" ? [button(texts.again, () => talk.begin())] : []));
    }
    notice.hidden = words === "";
    frame.showCount(turns.reduce((sum, { said }) => sum + said.length, people.length));
    tellSeen();
  },
  composer.showRefusal,
);

/** Formats when people are there again, by the visitor's own clock. */
const opening = new Intl.DateTimeFormat(locales[facts.language], {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});

function noticeOf({ phase, turns, peopleState, opensAt, input }: TalkState): string {
  if (phase === "failed") return texts.loadFailed;
  if (phase === "closed") return texts.closed;
  if (phase === "opening") return turns.length === 0 ? texts.loading : "";
  if (peopleState === "WAITING")
    return opensAt === null ? texts.waiting : texts.away.replace("{time}", opening.format(new Date(opensAt)));
  return peopleState === "CLOSED" && input === null ? texts.ended : "";
}

talk.begin();
if (!frame.isFramed) composer.focus();
