import { findWorkspacePath } from "@kakehashi/contract/links";
import { splitAtLinks } from "@kakehashi/contract/text-links";
import { Link } from "react-router";

/**
 * A text that a person wrote, with its addresses as links. A link to a page of Kakehashi opens in the same tab, and any
 * other link opens in a new tab.
 */
export function LinkedText({ text }: { text: string }) {
  let partStart = 0;
  return splitAtLinks(text).map((textPart) => {
    const key = partStart;
    partStart += textPart.text.length;
    if (textPart.href === null) return textPart.text;
    const path = findWorkspacePath(textPart.href, location.origin);
    return path ? (
      <Link key={key} to={path}>
        {textPart.text}
      </Link>
    ) : (
      <a key={key} href={textPart.href} target="_blank" rel="noopener noreferrer nofollow">
        {textPart.text}
      </a>
    );
  });
}
