import { markRemovalSeen, type RemovalFromProject } from "@kakehashi/contract/project-home";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { removalsQuery } from "./home-queries.ts";
import styles from "./removals.module.css";

/**
 * Notes that a host has removed the reader from a project. Each note is shown until the reader dismisses it. Shows
 * nothing while the notes load.
 */
export function RemovalNotes({ projectId }: { projectId?: string }) {
  const { data = [] } = useQuery(removalsQuery);
  const shownRemovals = data.filter(({ project }) => projectId === undefined || project.id === projectId);
  if (shownRemovals.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {shownRemovals.map((removal) => (
        <RemovalNote key={removal.project.id} removal={removal} />
      ))}
    </ul>
  );
}

function RemovalNote({ removal: { project, by, removed_at } }: { removal: RemovalFromProject }) {
  const { t } = useTranslation("projects");
  const { timeAgo, fullDateTime } = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call(markRemovalSeen, { params: { id: project.id } })).data,
    onSuccess: (remainingRemovals) =>
      getQueryClient().setQueryData(removalsQuery.queryKey, remainingRemovals),
    onError: toastError,
  });
  return (
    <li className={styles.note}>
      <div className={styles.words}>
        <p className={styles.sentence}>
          {t("removedBy", { person: formatPersonName(by), project: project.name })}
        </p>
        <p className={styles.more}>{t("removedText")}</p>
        <time className={styles.time} dateTime={removed_at} title={fullDateTime(removed_at)}>
          {timeAgo(removed_at)}
        </time>
      </div>
      <Button loading={isPending} onClick={() => mutate()}>
        {t("removedSeen")}
      </Button>
    </li>
  );
}
