import { workspacePath } from "@kakehashi/contract/links";
import { splitAtLinks } from "@kakehashi/contract/text-links";
import { Link } from "react-router";

/**
 * A text that a person wrote, with its addresses as links. A link to a page of Kakehashi opens in the same tab, and any
 * other link opens in a new tab.
 */
export function LinkedText({ text }: { text: string }) {
  let partStart = 0;
  return splitAtLinks(text).map((part) => {
    const key = partStart;
    partStart += part.text.length;
    if (part.href === null) return part.text;
    const path = workspacePath(part.href, location.origin);
    return path ? (
      <Link key={key} to={path}>
        {part.text}
      </Link>
    ) : (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    );
  });
}
