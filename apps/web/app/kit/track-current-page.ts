/**
 * Returns a function that tells whether the reader is still on the same page. Check it before navigating after a
 * request.
 */
export function trackCurrentPage(): () => boolean {
  const { href } = location;
  return () => location.href === href;
}
