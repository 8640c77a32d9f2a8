import { listHostCandidates } from "@kakehashi/contract/project-candidates";
import { addProjectHost } from "@kakehashi/contract/project-members";
import type { UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useEnterForOnlyResult } from "../profiles/use-enter-for-only-result.ts";
import styles from "./members.module.css";
import { refetchProject } from "./queries.ts";

const typingPauseMs = 200;

/** A button for admins. Its dialog finds a person by name and makes them an additional host of the project. */
export function AddHostButton({ projectId }: { projectId: string }) {
  const { t } = useTranslation("members");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("addHost")}</Button>
      {isOpen && <AddHostDialog projectId={projectId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddHostDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation("members");
  const formatPersonName = useNameInLineFormatter();
  const [search, setSearch] = useState("");
  const [settledSearch] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useQuery({
    queryKey: ["projects", "host candidates", projectId, settledSearch],
    queryFn: async ({ signal }) =>
      (
        await call(listHostCandidates, {
          params: { id: projectId },
          query: { search: settledSearch },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: UserSummary) => call(addProjectHost, { params: { id: projectId, user_id: id } }),
    onSuccess: (_, person) => {
      toast(t("hostAdded", { name: formatPersonName(person) }));
      onClose();
    },
    onError: toastError,
    onSettled: () => refetchProject(projectId),
  });
  async function confirmHost(person: UserSummary): Promise<void> {
    const question = {
      title: t("hostTitle", { name: formatPersonName(person) }),
      text: t("hostText"),
      actionLabel: t("makeHost"),
    };
    if (await askToConfirm(question)) mutate(person);
  }
  const list = useRef<HTMLUListElement>(null);
  // Making somebody a host cannot be undone. So Enter only moves the focus to the button, which asks for confirmation
  // (decision 30).
  const handleKey = useEnterForOnlyResult(search.trim(), settledSearch, query, () =>
    list.current?.querySelector("button")?.focus(),
  );
  return (
    <Dialog opened onClose={onClose} title={t("addHost")} widthPx={520} opensNearTop>
      <p className={styles.hint}>{t("addHostNote")}</p>
      <SearchField
        data-autofocus
        label={t("name")}
        placeholder={t("name")}
        maxLength={200}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Prevent the default action of the key. Otherwise it would press the button that gets the focus now.
          if (event.key === "Enter") event.preventDefault();
          handleKey(event);
        }}
      />
      <LoadedContent query={query} rows={4} emptyState={<p className={styles.nobody}>{t("nobodyFits")}</p>}>
        {(people) => (
          <ul className={styles.people} ref={list}>
            {people.map((person) => (
              <li key={person.id} className={styles.person}>
                <PersonLine person={person} />
                <Button
                  disabled={isPending}
                  onClick={() => void confirmHost(person)}
                  aria-label={`${t("makeHost")}: ${person.name}`}
                >
                  {t("makeHost")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </Dialog>
  );
}
