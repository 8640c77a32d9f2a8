import { type EditablePostCard, listEditablePosts, postStates } from "@kakehashi/contract/blog-editing";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { Table } from "../../kit/table/table.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { titleInAnyLanguage } from "../blog/draft.ts";
import { postStateTextKeys, toneByPostState } from "../blog/states.ts";
import styles from "./admin.module.css";

export function PostsAdmin() {
  const { t } = useTranslation(["desk", "admin"]);
  const format = useFormat();
  const columns: TableColumn<EditablePostCard>[] = [
    {
      title: t("title"),
      csvText: ({ title }) => titleInAnyLanguage(title) ?? "",
      cell: ({ title }) => (
        <span lang={title.en === null ? "vi" : "en"}>{titleInAnyLanguage(title) ?? t("noTitle")}</span>
      ),
    },
    {
      title: t("slug"),
      csvText: ({ slug }) => slug,
      cell: ({ slug }) => <span className={styles.mutedText}>/blog/{slug}</span>,
    },
    {
      title: t("state"),
      csvText: ({ state }) => state,
      cell: ({ state }) => <Badge tone={toneByPostState[state]}>{t(postStateTextKeys[state])}</Badge>,
    },
    {
      title: t("published"),
      csvText: ({ published_at }) => published_at ?? "",
      cell: ({ published_at }) =>
        published_at && <span className={styles.nowrap}>{format.timeOrDay(published_at)}</span>,
    },
    {
      title: t("views"),
      csvText: ({ views }) => String(views),
      cell: ({ views }) => format.number(views),
    },
    {
      title: t("changed"),
      csvText: ({ updated_at }) => updated_at,
      cell: ({ updated_at, changed_by }) =>
        changed_by
          ? t("changedBy", { when: format.timeOrDay(updated_at), who: changed_by })
          : format.timeOrDay(updated_at),
    },
  ];
  return (
    <Table
      label={t("admin:title")}
      queryKey={["admin", "posts"]}
      fileName="posts"
      columns={columns}
      filters={[
        {
          name: "state",
          label: t("state"),
          options: postStates.map((value) => ({ value, label: t(postStateTextKeys[value]) })),
        },
      ]}
      load={(query, signal) => call(listEditablePosts, { query, ...(signal && { signal }) })}
      keyOf={({ id }) => id}
      openRow={({ id }) => `/admin/posts/${id}`}
      emptyText={(activeFilters) =>
        Object.keys(activeFilters).length > 0 ? undefined : { title: t("desk:noPosts") }
      }
      action={
        <ButtonLink kind="primary" target={{ page: "/admin/posts/new" }}>
          <IconPlus size={18} stroke={1.8} /> {t("newPost")}
        </ButtonLink>
      }
    />
  );
}
