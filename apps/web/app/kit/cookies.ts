/** Returns the value of a cookie in a `Cookie` header or `document.cookie`. Undefined if the cookie is not set. */
export function readCookie(cookies: string | null | undefined, name: string): string | undefined {
  for (const cookiePair of (cookies ?? "").split(";")) {
    const [key = "", value = ""] = cookiePair.trim().split("=", 2);
    if (key === name) {
      try {
        return decodeURIComponent(value);
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

const yearSeconds = 365 * 24 * 60 * 60;

/** Stores a setting in a cookie for one year. Null removes it. */
export function storeInCookie(name: string, value: string | null): void {
  const maxAgeSeconds = value === null ? 0 : yearSeconds;
  const secureAttribute = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secureAttribute}`;
}
