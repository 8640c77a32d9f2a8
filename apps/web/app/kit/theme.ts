import { readCookie, storeInCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

/**
 * The name of the cookie with the colour scheme. It is a cookie so that the server can render the page in the right
 * colours.
 */
export const themeCookieName = "theme";

/** Returns the chosen colour scheme from a `Cookie` header. Null means that the page follows the system. */
export function readThemeFromCookies(cookies: string | null | undefined): Theme | null {
  const value = readCookie(cookies, themeCookieName);
  return value === "light" || value === "dark" ? value : null;
}

/** Applies and stores the chosen colour scheme. Null makes the page follow the system. */
export function applyAndStoreTheme(theme: Theme | null): void {
  storeInCookie(themeCookieName, theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
