/** Sets the title of the browser tab. */
export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} · Kakehashi`}</title>;
}
