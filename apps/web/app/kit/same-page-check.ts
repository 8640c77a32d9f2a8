/**
 * Returns a function that tells whether the reader is still on the same page. Use it before a navigation after a
 * request.
 */
export function createSamePageCheck(): () => boolean {
  const { href } = location;
  return () => location.href === href;
}
