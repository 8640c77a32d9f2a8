import { readCookie, rememberInCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

/**
 * The name of the cookie that stores the colour scheme. A cookie lets the server render the page in the right colours.
 */
export const themeCookie = "theme";

/** Returns the colour scheme that the reader chose, from a `Cookie` header. Null follows the system. */
export function themeFromCookies(cookies: string | null | undefined): Theme | null {
  const value = readCookie(cookies, themeCookie);
  return value === "light" || value === "dark" ? value : null;
}

/** Applies and stores the chosen colour scheme. Null follows the system. */
export function applyAndStoreTheme(theme: Theme | null): void {
  rememberInCookie(themeCookie, theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
