/**
 * Returns the path to open after the sign-in. The path is always on this site, even if a browser reads backslashes or
 * tabs as slashes.
 */
export function toPathOnThisSite(next: string | undefined, publicUrl: string): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, publicUrl)) return "/home";
  const { origin, pathname, search, hash } = new URL(next, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith("//")
    ? pathname + search + hash
    : "/home";
}
