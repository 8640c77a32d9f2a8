/** A page's name, as its tab in the browser shows it. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Kakehashi`}</title>;
}
