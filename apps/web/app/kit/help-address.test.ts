import { expect, test } from "vitest";
import { workspacePathOfPublicPage } from "./help-address.ts";

test.each([
  ["/price", "/help/price"],
  ["/vi/price/", "/help/price"],
  ["/Blog/Two-Hours-Apart", "/help/blog/two-hours-apart"],
  ["/vi/blog?page=2", "/help/blog?page=2"],
  ["/contact?topic=consultant&plan=1", "/help/contact?topic=consultant&plan=1"],
  ["/service", "/help/service"],
  ["/", null],
  ["/vi", null],
  ["/login", null],
  ["/policy", null],
  ["/blog/rss.xml", null],
  ["/blog/select", null],
  ["/blog/a/b", null],
  ["/pricey", null],
])("%s is read at %s", (address, page) => expect(workspacePathOfPublicPage(address)).toBe(page));
