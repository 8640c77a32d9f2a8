import type { ReactNode, Ref } from "react";
import { BackLink } from "./back-link.tsx";
import styles from "./page.module.css";
import { PageHeader } from "./page-header.tsx";
import { PageTitle } from "./page-title.tsx";

interface Props {
  /** In the browser's tab, and above the page where there is no `heading`; null where its content says it. */
  title: string | null;
  /** Above the page, where it is another text; null for none. */
  heading?: string | null;
  /** 2 where the content has the page's own heading. */
  level?: 1 | 2;
  /** A quiet line below the heading. */
  note?: ReactNode;
  /** The list that the page belongs to. */
  back?: { readonly to: string; readonly label: string };
  actions?: ReactNode;
  /** Between the header and the content, as wide as the page. */
  tools?: ReactNode;
  /** Of the content: for reading, for tables, for a list that scrolls below the header, or its own. */
  width?: "text" | "wide" | "list" | "own";
  /** Of what scrolls. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A page of the workspace: its title, its header, and its content in a column. */
export function Page({
  title,
  heading = title,
  level = 1,
  note,
  back,
  actions,
  tools,
  width = "text",
  ref,
  children,
}: Props) {
  const column =
    width === "own" ? (
      children
    ) : (
      <div className={styles.column} data-width={width}>
        {children}
      </div>
    );
  return (
    <main className={styles.page} ref={ref}>
      {title !== null && <PageTitle>{title}</PageTitle>}
      {heading !== null && (
        <PageHeader
          level={level}
          title={heading}
          note={note}
          before={back && <BackLink {...back} />}
          actions={actions}
        />
      )}
      {tools}
      {width === "list" ? <div className={styles.scroll}>{column}</div> : column}
    </main>
  );
}
