/**
 * Returns the path to open after the sign-in. The path is always on this site, even if a browser reads backslashes as
 * slashes or leaves out tabs.
 */
export function toPathOnThisSite(nextPath: string | undefined, publicUrl: string): string {
  if (nextPath === undefined || !/^\/(?![/\\])/.test(nextPath) || !URL.canParse(nextPath, publicUrl))
    return "/home";
  const { origin, pathname, search, hash } = new URL(nextPath, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith("//")
    ? pathname + search + hash
    : "/home";
}
