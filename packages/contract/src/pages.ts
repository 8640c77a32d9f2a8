import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { limits } from "./kit/limits.ts";

/** The pages that an admin can close (docs/rules.md). */
export const closablePages = ["/register", "/register/confirm", "/password/forgot"] as const;
export type ClosablePage = (typeof closablePages)[number];
const closablePageSchema = z.enum(closablePages).meta({ id: "ClosablePage" });

export const listSwitchedOffPages = endpoint({
  method: "GET",
  path: "/pages/closed",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the pages that are switched off now.",
  data: z.array(closablePageSchema).max(closablePages.length),
});

export const setPageClosed = endpoint({
  method: "POST",
  path: "/admin/pages",
  guard: "admin",
  limit: limits.form,
  summary: "Switches a page off or on. While a page is off, the calls that it would make are refused too.",
  body: z.strictObject({ page: closablePageSchema, closed: z.boolean() }),
  data: z.array(closablePageSchema).max(closablePages.length),
});

export const closedPageErrors = {
  "PAGE.CLOSED": {
    status: 403,
    message: {
      en: "This page is closed at the moment.",
      vi: "Trang này hiện đang tạm đóng.",
      ja: "このページは現在ご利用いただけません。",
    },
  },
} as const satisfies ErrorTable;
