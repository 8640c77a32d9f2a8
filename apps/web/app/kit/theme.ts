import { readCookie, rememberInCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

/** A cookie, so that the server renders the page with the right colours. */
export const themeCookie = "theme";

/** The reader's choice from a `Cookie` header. Null follows the system. */
export function chosenTheme(cookies: string | null | undefined): Theme | null {
  const value = readCookie(cookies, themeCookie);
  return value === "light" || value === "dark" ? value : null;
}

/** Applies and stores a choice. Null follows the system. */
export function chooseTheme(theme: Theme | null): void {
  rememberInCookie(themeCookie, theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
