import { type ReactNode, type Ref, type RefObject, useRef } from "react";
import { useKeptScroll } from "../use-kept-scroll.ts";
import { BackLink } from "./back-link.tsx";
import { DocumentTitle } from "./document-title.tsx";
import styles from "./page.module.css";
import { PageHeader } from "./page-header.tsx";

interface PageProps {
  /**
   * The title of the browser tab and, without `heading`, also the page's heading. Null if the content sets the title
   * itself.
   */
  title: string | null;
  /** The page's heading, if it differs from the title. Null for a page without a heading. */
  heading?: string | null;
  /** The level of the heading. 2 if the page's content contains the `h1`. */
  headingLevel?: 1 | 2;
  /** A second, less important line below the heading. */
  note?: ReactNode;
  /** A link to the list that contains the object of this page. */
  backLink?: { readonly to: string; readonly label: string };
  /** A picture before the title. */
  picture?: ReactNode;
  actions?: ReactNode;
  /** Content between the page's header and its main content, as wide as the page. */
  tools?: ReactNode;
  /**
   * The layout of the content: a narrow column for reading, a wide one for tables, or a list that scrolls below the
   * header. With `own`, the page lays itself out.
   */
  width?: "text" | "wide" | "list" | "own";
  /** A ref to the scrolling element. The caller can set its scroll position. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A page of the workspace: its title, its header, and its content in a column. */
export function Page({
  title,
  heading = title,
  headingLevel = 1,
  note,
  backLink,
  picture,
  actions,
  tools,
  width = "text",
  ref,
  children,
}: PageProps) {
  const scrollElement = useRef<HTMLElement>(null);
  useKeptScroll(scrollElement);
  const column =
    width === "own" ? (
      children
    ) : (
      <div className={styles.column} data-width={width}>
        {children}
      </div>
    );
  return (
    <main className={styles.page} ref={ref ?? (width === "list" ? null : scrollElement)}>
      {title !== null && <DocumentTitle>{title}</DocumentTitle>}
      {heading !== null && (
        <PageHeader
          headingLevel={headingLevel}
          title={heading}
          note={note}
          beforeTitle={
            <>
              {backLink && <BackLink {...backLink} />}
              {picture}
            </>
          }
          actions={actions}
        />
      )}
      {tools}
      {width === "list" ? (
        <div className={styles.scroll} ref={scrollElement as RefObject<HTMLDivElement | null>}>
          {column}
        </div>
      ) : (
        column
      )}
    </main>
  );
}
