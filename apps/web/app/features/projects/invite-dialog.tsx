import { inviteToProject } from "@kakehashi/contract/project-members";
import { canJoinProjects } from "@kakehashi/contract/project-membership";
import { searchUsers, type UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import styles from "./projects.module.css";
import { refetchProject } from "./queries.ts";

const typingPauseMs = 200;

/** A dialog that finds people by name and invites them one after the other. */
export function InviteDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation("projects");
  const [search, setSearch] = useState("");
  const [searchedText] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useQuery({
    queryKey: ["people", "for projects", searchedText],
    queryFn: async ({ signal }) =>
      (await call(searchUsers, { query: { search: searchedText }, signal })).data,
    select: (people) => people.filter(({ role }) => canJoinProjects(role)),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog opened onClose={onClose} title={t("inviteTitle")} width={520} nearTop>
      <p className={styles.emptyNote}>{t("inviteNote")}</p>
      <SearchField
        data-autofocus
        label={t("inviteSearch")}
        placeholder={t("inviteSearch")}
        value={search}
        onChange={setSearch}
      />
      <Loaded query={query} rows={4} empty={<p className={styles.emptyNote}>{t("inviteNobody")}</p>}>
        {(people) => (
          <ul className={styles.people}>
            {people.map((person) => (
              <Candidate key={person.id} projectId={projectId} person={person} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function Candidate({ projectId, person }: { projectId: string; person: UserSummary }) {
  const { t } = useTranslation("projects");
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () =>
      (await call(inviteToProject, { params: { id: projectId, user_id: person.id } })).data,
    onSuccess: () => toast(t("invited")),
    onSettled: () => refetchProject(projectId),
  });
  return (
    <li className={styles.person}>
      <PersonLine person={person} note={data ? t(`status_${data.status}`) : undefined} />
      {!data && (
        <Button loading={isPending} onClick={() => mutate()} aria-label={`${t("invite")}: ${person.name}`}>
          {t("invite")}
        </Button>
      )}
    </li>
  );
}
