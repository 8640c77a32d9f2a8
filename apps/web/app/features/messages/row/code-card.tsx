import { codeLanguages } from "@kakehashi/contract/code-languages";
import { getCodePreview } from "@kakehashi/contract/codes";
import { IconCode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "../../../kit/api.ts";
import styles from "./link-previews.module.css";

/**
 * The card of a code snippet that a message links to. Each reader's browser fetches the snippet itself, because not
 * everybody in the room may read it. Renders nothing while the snippet loads, and for readers without access.
 */
export function CodeSnippetCard({ slug }: { slug: string }) {
  const { data: snippet } = useQuery({
    queryKey: ["codes", "card", slug],
    queryFn: async ({ signal }) => (await call(getCodePreview, { params: { slug }, signal })).data,
    staleTime: 5 * 60_000,
    retry: false,
  });
  if (!snippet) return null;
  const { title, description, language, project, excerpt } = snippet;
  const details = [language === "plaintext" ? "" : codeLanguages[language].name, project?.name ?? ""];
  return (
    <Link className={styles.preview} to={`/codes/${slug}`}>
      <span className={styles.textColumn}>
        <span className={styles.site}>
          <IconCode size={14} stroke={1.8} aria-hidden="true" /> {details.filter(Boolean).join(" · ")}
        </span>
        <span className={styles.title}>{title}</span>
        {description ? (
          <span className={styles.description}>{description}</span>
        ) : (
          <code className={styles.code} translate="no" dir="ltr">
            {excerpt.split("\n", 2).join("\n")}
          </code>
        )}
      </span>
    </Link>
  );
}
