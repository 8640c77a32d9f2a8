import { createElement } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

/**
 * The best rating, and the maximum number of UTF-16 code units in a comment. The contract has the same numbers as
 * `bestRating` and `maximumRatingCommentLength`.
 */
const bestRating = 5;
const maximumCommentLength = 1_000;

export interface ChatRating {
  readonly round: number;
  readonly rating: number;
  readonly comment: string;
}

/**
 * Asks the visitor for a rating after an agent has closed the chat. The chosen number is sent at once. Then the visitor
 * may add a comment.
 */
export function createRatingForm(
  texts: PanelTexts,
  sendChatRating: (givenRating: ChatRating) => Promise<object>,
) {
  const root = createElement("section", { class: "rating", "aria-live": "polite" });
  root.hidden = true;
  /**
   * The number of the chat that the visitor is asked to rate. Each chat with an agent has such a number, called round.
   */
  let shownRound: number | null = null;
  /** The number of the last chat that the visitor has rated or refused to rate. */
  let lastHandledRound: number | null = null;

  function replaceContent(...children: (Node | string)[]): void {
    root.replaceChildren(...children);
    root.hidden = children.length === 0;
  }
  function createPlainButton(label: string, onPress: () => void): HTMLButtonElement {
    const button = createElement("button", { type: "button", class: "plain" }, label);
    button.addEventListener("click", onPress);
    return button;
  }
  /** Sends the visitor's rating to the server. The buttons are disabled until the response arrives. */
  async function sendRating(givenRating: ChatRating, onSent: () => void): Promise<void> {
    const buttons = [...root.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    try {
      await sendChatRating(givenRating);
      onSent();
    } catch {
      for (const button of buttons) button.disabled = false;
      if (!root.querySelector("[role=alert]"))
        root.append(createElement("small", { role: "alert" }, texts.rateFailed));
    }
  }

  function askForRating(round: number): void {
    const starGroup = createElement("div", { class: "stars", role: "group", "aria-label": texts.rate });
    for (let rating = 1; rating <= bestRating; rating++) {
      const label = texts.stars.replace("{count}", String(rating));
      const starButton = createElement("button", { type: "button", "aria-label": label, title: label });
      starButton.addEventListener("click", () => {
        void sendRating({ round, rating, comment: "" }, () => {
          lastHandledRound = round;
          askForComment(round, rating);
        });
      });
      starGroup.append(starButton);
    }
    replaceContent(
      createElement("p", {}, texts.rate),
      starGroup,
      createPlainButton(texts.notNow, () => {
        lastHandledRound = round;
        replaceContent();
      }),
    );
  }

  function askForComment(round: number, rating: number): void {
    const field = createElement("textarea", {
      rows: "2",
      "aria-label": texts.comment,
      placeholder: texts.comment,
      maxlength: String(maximumCommentLength),
    });
    const showThanks = () => replaceContent(createElement("p", {}, texts.thanks));
    const submitButton = createPlainButton(texts.send, () => {
      const comment = field.value.trim();
      if (comment === "") showThanks();
      else void sendRating({ round, rating, comment }, showThanks);
    });
    const starGroup = "★".repeat(rating) + "☆".repeat(bestRating - rating);
    replaceContent(
      createElement("p", {}, texts.thanks),
      createElement("span", { class: "given", "aria-hidden": "true" }, starGroup),
      field,
      createElement(
        "div",
        {},
        submitButton,
        createPlainButton(texts.notNow, () => replaceContent()),
      ),
    );
    field.focus();
  }

  return {
    root,
    /**
     * Asks for a rating of the chat with the number `round`. Null removes the form, but not while the visitor is
     * writing a comment.
     */
    ask(round: number | null): void {
      if (round === shownRound) return;
      shownRound = round;
      // Once the visitor has chosen a number, the server no longer asks for a rating. But the form stays open for the
      // comment.
      if (round !== null && round !== lastHandledRound) askForRating(round);
      else if (round === null && root.querySelector(".stars")) replaceContent();
    },
    /** The visitor has written a new message instead of rating the chat, so remove the form. */
    end: (): void => replaceContent(),
  };
}
