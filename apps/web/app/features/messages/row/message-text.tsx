import type { Token, Tokens } from "marked";
import { Fragment, memo, type ReactNode } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useCopy } from "../../../kit/ui/use-copy.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { hasProfileCard, usePerson } from "../../profiles/people.ts";
import { HighlightedCode } from "./highlighted.tsx";
import { type MentionToken, parseMarkdownCached, toSafeAddress } from "./markdown.ts";
import styles from "./message-text.module.css";

/**
 * The text of a message, rendered from Markdown. A message cannot inject HTML, because this component creates only
 * React elements and no HTML string.
 */
export const MessageText = memo(function MessageText({
  content,
  tokens = parseMarkdownCached(content),
}: {
  content: string;
  /** The tokens to render: all tokens of the message, or those of its beginning. */
  tokens?: readonly Token[];
}) {
  // A message with a single paragraph gets no element for this paragraph. Most messages have one paragraph, so this
  // saves thousands of elements on the page.
  const onlyToken = tokens.length === 1 ? tokens[0] : undefined;
  const renderedContent = renderTokens(
    onlyToken?.type === "paragraph" ? (onlyToken as Tokens.Paragraph).tokens : tokens,
  );
  return hasLongWord(content) ? <div className={styles.longWord}>{renderedContent}</div> : renderedContent;
});

/**
 * A word with at least this many letters may break anywhere. No language has such long words, so it is an address or a
 * row of dots.
 */
const maxUnbrokenWordLength = 300;

function hasLongWord(content: string): boolean {
  return (
    content.length >= maxUnbrokenWordLength &&
    content.split(/\s/).some(({ length }) => length >= maxUnbrokenWordLength)
  );
}

// Plain functions and not components render the parts of a text. A component for each bold word would slow down
// scrolling.
function renderTokens(tokens: readonly Token[] | undefined): ReactNode {
  if (!tokens) return undefined;
  const nodes: ReactNode[] = [];
  for (const [index, token] of tokens.entries()) {
    const node = renderToken(token as SupportedToken, `${index} ${token.type}`);
    const previousNode = nodes.at(-1);
    // Joins adjacent texts into one node.
    if (typeof node === "string" && typeof previousNode === "string")
      nodes[nodes.length - 1] = previousNode + node;
    else nodes.push(node);
  }
  return nodes;
}

type SupportedToken =
  | Tokens.Blockquote
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Image
  | Tokens.Link
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Table
  | Tokens.Text
  | MentionToken;

function renderToken(token: SupportedToken, key: string): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p key={key}>{renderTokens((token as Tokens.Paragraph).tokens)}</p>;
    case "heading":
      return (
        <p key={key} className={styles.heading}>
          {renderTokens((token as Tokens.Heading).tokens)}
        </p>
      );
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? <Fragment key={key}>{renderTokens(tokens)}</Fragment> : text;
    }
    case "strong":
      return <strong key={key}>{renderTokens((token as Tokens.Strong).tokens)}</strong>;
    case "em":
      return <em key={key}>{renderTokens((token as Tokens.Em).tokens)}</em>;
    case "del":
      return <del key={key}>{renderTokens((token as Tokens.Del).tokens)}</del>;
    case "codespan":
      return (
        <code key={key} className={styles.code} translate="no">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "code":
      return <CodeBlock key={key} token={token as Tokens.Code} />;
    case "blockquote":
      return (
        <blockquote key={key} className={styles.quote}>
          {renderTokens((token as Tokens.Blockquote).tokens)}
        </blockquote>
      );
    case "list":
      return <MarkdownList key={key} token={token as Tokens.List} />;
    case "table":
      return <MarkdownTable key={key} token={token as Tokens.Table} />;
    case "hr":
      return <hr key={key} className={styles.horizontalRule} />;
    case "br":
      return <br key={key} />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link":
      return <MessageLink key={key} token={token as Tokens.Link} />;
    case "mention":
      return <MentionElement key={key} token={token as MentionToken} />;
    case "space":
      return null;
    default:
      // HTML, images and other unsupported Markdown are shown as they were written.
      return token.raw;
  }
}

function MessageLink({ token: { href, tokens, raw } }: { token: Tokens.Link }) {
  const address = toSafeAddress(href);
  if (!address) return raw;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {renderTokens(tokens)}
    </a>
  );
}

function MentionElement({ token: { userId, name } }: { token: MentionToken }) {
  return userId === null ? (
    <span className={styles.mention}>@{name}</span>
  ) : (
    <MentionedPerson userId={userId} name={name} />
  );
}

function MentionedPerson({ userId, name }: { userId: string; name: string }) {
  const person = usePerson(userId);
  const mentionText = `@${useNameInLineFormatter()(person ?? { name })}`;
  // A deleted account has no card, so its name is plain text. Other names are links and not buttons, because links can
  // wrap and their text can be selected.
  return hasProfileCard(person) ? (
    <a
      className={styles.mention}
      href={`/profile/${userId}`}
      data-person={userId}
      data-card={userId}
      translate="no"
    >
      {mentionText}
    </a>
  ) : (
    <span className={styles.mention} data-person={userId} translate="no">
      {mentionText}
    </span>
  );
}

function CodeBlock({ token: { text, lang } }: { token: Tokens.Code }) {
  const { t } = useTranslation("messages");
  const copyText = useCopy();
  return (
    <div className={styles.codeFrame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <pre className={styles.block} translate="no" tabIndex={0}>
        {lang ? (
          <HighlightedCode key={`${lang} ${text}`} text={text} fenceText={lang} />
        ) : (
          <code>{text}</code>
        )}
      </pre>
      <button type="button" className={styles.copy} onClick={() => copyText(text, t("codeCopied"))}>
        {t("copyCode")}
      </button>
    </div>
  );
}

function MarkdownList({ token: { ordered, start, items } }: { token: Tokens.List }) {
  const children = items.map((item, index) => {
    const key = `${index} ${item.raw.length}`;
    return (
      <li key={key} data-task={item.task || undefined}>
        {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled />}
        {renderTokens(item.tokens.filter(({ type }) => type !== "checkbox"))}
      </li>
    );
  });
  if (!ordered) return <ul className={styles.list}>{children}</ul>;
  const firstNumber = start === "" ? 1 : start;
  const digitCount = String(firstNumber + items.length - 1).length;
  return (
    // Make room for the item numbers of a numbered list. The CSS has room for two digits, so only lists with longer
    // numbers need this.
    <ol
      className={styles.list}
      start={firstNumber}
      style={digitCount > 2 ? { paddingInlineStart: `calc(${digitCount}ch + 6px)` } : undefined}
    >
      {children}
    </ol>
  );
}

function MarkdownTable({ token: { header, rows } }: { token: Tokens.Table }) {
  const renderCells = (row: readonly Tokens.TableCell[], Cell: "td" | "th") =>
    row.map(({ tokens, align }, index) => {
      const key = `${index} ${align}`;
      return (
        <Cell key={key} data-align={align ?? undefined}>
          {renderTokens(tokens)}
        </Cell>
      );
    });
  return (
    <div className={styles.wideTable}>
      <table>
        <thead>
          <tr>{renderCells(header, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const key = `${index} ${row.length}`;
            return <tr key={key}>{renderCells(row, "td")}</tr>;
          })}
        </tbody>
      </table>
    </div>
  );
}
