/** For what leads on once its answer is there: whether the reader is still where they asked for it. */
export function stillHere(): () => boolean {
  const { href } = location;
  return () => location.href === href;
}
