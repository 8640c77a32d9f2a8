import { readCookie, rememberInCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

/** A cookie, so that the server already sends the page in the reader's colours. */
export const themeCookie = "theme";

/** The reader's choice out of a `Cookie` header; null follows the system. */
export function chosenTheme(cookies: string | null | undefined): Theme | null {
  const value = readCookie(cookies, themeCookie);
  return value === "light" || value === "dark" ? value : null;
}

/** Applies and remembers a choice; null follows the system from now on. */
export function chooseTheme(theme: Theme | null): void {
  rememberInCookie(themeCookie, theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
