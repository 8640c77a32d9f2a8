import { codeSorts, type SnippetListItem } from "@kakehashi/contract/codes";
import { IconCode, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Card, CardLink, Cards, CardTitle } from "../../kit/ui/cards.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { LanguageLabel, useCodeLanguageChoices } from "./language-label.tsx";
import { replaceHiddenCharacters } from "./lines.ts";
import styles from "./list.module.css";
import { hasActiveSnippetFilter } from "./list-filter.ts";
import parts from "./parts.module.css";
import { codeProjectsQuery, codesQuery } from "./queries.ts";
import { ReadersLabel } from "./readers-label.tsx";
import { TrashActions } from "./trash-actions.tsx";
import { type SnippetListFilterState, useSnippetListFilter } from "./use-list-filter.ts";

/** The list of the snippets that the reader may read. Its filters are in the page's address. */
export function CodeList() {
  const { t } = useTranslation("codes");
  const { number } = useFormat();
  const state = useSnippetListFilter();
  const query = useInfiniteQuery(codesQuery(state.filter));
  useRenderEveryMinute();
  return (
    <>
      <CodeListTools state={state} />
      {state.filter.trash && <p className={parts.note}>{t("trashNote")}</p>}
      {/* When the card or the undo button that has the focus disappears, this section keeps the focus inside the
          list of snippets. */}
      <section aria-label={t("title")}>
        <LoadedContent query={query} rows={4}>
          {({ snippets, total }) =>
            snippets.length === 0 ? (
              <NoCodeFound state={state} />
            ) : (
              <div
                className={styles.found}
                aria-busy={query.isPlaceholderData}
                data-old={query.isPlaceholderData || undefined}
              >
                <p className={styles.count} role="status">
                  {t("count", { count: total, number: number(total) })}
                </p>
                <Cards>
                  {snippets.map((snippet) => (
                    <SnippetCard key={snippet.slug} snippet={snippet} />
                  ))}
                </Cards>
                <LoadMoreButton query={query} />
              </div>
            )
          }
        </LoadedContent>
        <UndoBar label={t("undo")} />
      </section>
    </>
  );
}

function CodeListTools({ state: { filter, change } }: { state: SnippetListFilterState }) {
  const { t } = useTranslation("codes");
  const languages = useCodeLanguageChoices();
  const { data: projects = [] } = useQuery(codeProjectsQuery);
  const { project_id, mine, trash } = filter;
  // The filter may name a project that the reader has left. Add an option for it, because the filter still applies.
  const isProjectUnknown = project_id !== undefined && projects.every(({ id }) => id !== project_id);
  return (
    <search className={styles.tools}>
      <div className={styles.search}>
        <UrlSearchField
          label={t("search")}
          addressValue={filter.search ?? ""}
          change={(value) => change("search", value)}
        />
      </div>
      <Select
        className={styles.filter ?? ""}
        aria-label={t("language")}
        value={filter.language ?? ""}
        onChange={({ currentTarget: { value } }) => change("language", value)}
      >
        <option value="">{t("anyLanguage")}</option>
        {languages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        className={styles.filter ?? ""}
        aria-label={t("project")}
        value={project_id ?? ""}
        onChange={({ currentTarget: { value } }) => change("project_id", value)}
      >
        <option value="">{t("anyProject")}</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isProjectUnknown && <option value={project_id}>{t("otherProject")}</option>}
      </Select>
      <Select
        className={`${styles.filter} ${styles.order}`}
        aria-label={t("sort")}
        value={filter.sort ?? "changed"}
        onChange={({ currentTarget: { value } }) => change("sort", value === "changed" ? "" : value)}
      >
        {codeSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort_${sort}`)}
          </option>
        ))}
      </Select>
      <Button
        kind={mine ? "chosen" : "plain"}
        aria-pressed={mine !== undefined}
        onClick={() => change("mine", mine ? "" : "true")}
      >
        {t("mine")}
      </Button>
      <Button
        kind={trash ? "chosen" : "plain"}
        aria-pressed={trash !== undefined}
        onClick={() => change("trash", trash ? "" : "true")}
      >
        {t("trash")}
      </Button>
    </search>
  );
}

function NoCodeFound({ state: { filter, clear } }: { state: SnippetListFilterState }) {
  const { t } = useTranslation("codes");
  const { trash, ...otherFilters } = filter;
  if (trash && !hasActiveSnippetFilter(otherFilters))
    return (
      <EmptyState
        icon={<IconTrash size={28} stroke={1.5} aria-hidden="true" />}
        title={t("trashEmpty")}
        text={t("trashEmptyText")}
        action={<Button onClick={clear}>{t("back")}</Button>}
      />
    );
  return hasActiveSnippetFilter(filter) ? (
    <EmptyState
      title={t("noneTitle")}
      text={t("noneText")}
      action={<Button onClick={clear}>{t("clearFilters")}</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconCode size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={<ButtonLink target={{ page: "/codes/new" }}>{t("new")}</ButtonLink>}
    />
  );
}

const SnippetCard = memo(function SnippetCard({ snippet }: { snippet: SnippetListItem }) {
  const { t } = useTranslation("codes");
  const { timeAgo, fullDateTime } = useFormat();
  const { slug, title, description, language, project, author, excerpt, updated_at, removed_at } = snippet;
  return (
    <Card>
      <p className={parts.facts}>
        <LanguageLabel language={language} />
        <ReadersLabel project={project} />
      </p>
      <CardTitle>{removed_at ? title : <CardLink to={`/codes/${slug}`}>{title}</CardLink>}</CardTitle>
      {description && <p className={styles.excerpt}>{description}</p>}
      <pre className={styles.sample} translate="no" dir="ltr" aria-hidden="true">
        {replaceHiddenCharacters(excerpt)}
      </pre>
      <div className={styles.foot}>
        <Avatar id={author.id} name={author.name} image={author.avatar} size={24} />
        <PersonName person={author} />
        <time dateTime={removed_at ?? updated_at} title={fullDateTime(removed_at ?? updated_at)}>
          {removed_at
            ? t("deleted", { ago: timeAgo(removed_at) })
            : t("changed", { ago: timeAgo(updated_at) })}
        </time>
      </div>
      {removed_at && <TrashActions snippet={snippet} />}
    </Card>
  );
});
