/** Sets the title of the browser tab, and what a search engine says of a page that guests can open. */
export function PageTitle({ children, description }: { children: string; description?: string }) {
  return (
    <>
      <title>{`${children} · Kakehashi`}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
