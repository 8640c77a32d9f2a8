import { waitUntilReaderIdle } from "../../../kit/idle.ts";
import { loadMoreFonts } from "../../../kit/ui/frame.tsx";
import { prepareHighlighter } from "./highlighter.ts";
import { parseMarkdown } from "./markdown.ts";
import styles from "./message-text.module.css";

// The code font loads after the messages, because the first view does not need it.

/**
 * Loads the code font before the first code block is visible. A later load would make the browser compute the styles of
 * the whole page again.
 */
export async function preloadCodeBlockAssets(): Promise<void> {
  prepareHighlighter();
  await prepareMarkdown();
  await loadMoreFonts();
  await document.fonts.load("1em JetBrains Mono");
  layOutSample();
}

/**
 * Renders a text in each font style, because the browser requests a style's font file at its first use. Doing this
 * while the reader scrolls would delay a frame.
 */
function layOutSample(): void {
  const sampleElement = document.createElement("div");
  sampleElement.className = styles.sample ?? "";
  const appendElement = (parent: Element, tag: string, className = "") => {
    const element = document.createElement(tag);
    element.className = className;
    parent.append(element);
    return element;
  };
  for (const element of [
    appendElement(appendElement(sampleElement, "pre", styles.block), "code"),
    appendElement(appendElement(appendElement(sampleElement, "ul", styles.list), "li"), "strong"),
    appendElement(appendElement(sampleElement, "blockquote", styles.quote), "em"),
    appendElement(appendElement(sampleElement, "p"), "code", styles.code),
  ])
    element.textContent = "0aA";
  document.body.append(sampleElement);
  sampleElement.getBoundingClientRect();
  sampleElement.remove();
}

/** A text that contains each kind of Markdown markup once. */
const markdownSample = `> *a* **b** ~~c~~ \`d\` \\*

1. [e](https://e.example) https://f.example @all
2. g
   - [ ] h

# i

| j | k |
|---|---|
| l | m |

\`\`\`ts
n
\`\`\`
---
<b>o</b>
`;

/**
 * Parses sample texts while the page is idle, so that the browser has compiled the grammar's regular expressions before
 * a message needs them. Browsers compile each expression at its first and second use, separately for Latin and other
 * text. Without this, the first Vietnamese message took 17 ms on a fast machine.
 */
async function prepareMarkdown(): Promise<void> {
  for (const textSuffix of ["", "**「あ」**い", "", "**「あ」**い"]) {
    await waitUntilReaderIdle();
    parseMarkdown(`${markdownSample}${textSuffix}`);
  }
}
