import { expect, test } from "vitest";
import { escapeXml, makeLinksAbsolute } from "./feeds.ts";

test("characters that XML does not allow are left out, all others stay", () => {
  const escapedText = escapeXml("a\u0000\u000b\ud800\uffff <b> & \"c\" 'd' \t\n ế 会 \u{1f680}");
  expect(escapedText).toBe("a &#60;b&#62; &#38; &#34;c&#34; &#39;d&#39; \t\n ế 会 \u{1f680}");
});

test("links and pictures of a post have absolute addresses", () => {
  const html =
    '<p><a href="/blog/other?a=1&amp;b=2">x</a> <a href="#why">y</a> <a href="https://a.example/">z</a> <img src="/api/blog/pictures/p.webp" alt=""> <a href="//b.example/">w</a> /a="/b"</p>';
  expect(makeLinksAbsolute(html, "https://firm.example", "https://firm.example/blog/this")).toBe(
    '<p><a href="https://firm.example/blog/other?a=1&amp;b=2">x</a> <a href="https://firm.example/blog/this#why">y</a> <a href="https://a.example/">z</a> <img src="https://firm.example/api/blog/pictures/p.webp" alt=""> <a href="//b.example/">w</a> /a="/b"</p>',
  );
});
