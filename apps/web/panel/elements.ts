type ElementChild = Node | string | null | false;

/** Creates an HTML element. Strings become text nodes and never HTML, because visitors and bots write them. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: ElementChild[]
): HTMLElementTagNameMap[K] {
  const newElement = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null) newElement.setAttribute(key, value);
  for (const childNode of children)
    if (childNode !== null && childNode !== false) newElement.append(childNode);
  return newElement;
}

const addressPattern = /https?:\/\/[^\s<>"'「」（）。、]{1,2000}/g;

/** Returns a document fragment with the text, in which web addresses are links. */
export function createLinkedText(text: string, newTabText: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let linkEnd = 0;
  for (const addressMatch of text.matchAll(addressPattern)) {
    const webAddress = addressMatch[0].replace(/[.,;:!?)]{1,20}$/, "");
    fragment.append(text.slice(linkEnd, addressMatch.index), createLink(webAddress, webAddress, newTabText));
    linkEnd = addressMatch.index + webAddress.length;
  }
  fragment.append(text.slice(linkEnd));
  return fragment;
}

/**
 * Returns a link that opens in a new tab and sends no referrer. An address that is neither a web address nor a file of
 * the bot becomes plain text, so that `javascript:` links cannot run.
 */
export function createLink(
  href: string,
  label: string,
  newTabText: string,
  className: string | null = null,
): Node {
  if (!/^(?:https?:\/\/|\/api\/bots\/files\/)/i.test(href)) return document.createTextNode(label);
  return createElement(
    "a",
    { href, target: "_blank", rel: "noopener noreferrer nofollow", class: className, title: newTabText },
    label,
  );
}

/** Returns the image element of the bot's picture. It is decorative. Null if the bot has no picture. */
export const createBotPicture = (picture: string | null): HTMLElement | null =>
  picture === null ? null : createElement("img", { class: "face", src: picture, alt: "" });
