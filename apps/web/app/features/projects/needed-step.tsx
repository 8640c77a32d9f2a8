import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { myProfileQuery } from "../profiles/queries.ts";

const textKeys = {
  NOT_REQUEST: "needsRequest",
  REFUSED: "needsRequest",
  WAITING: "needsWaiting",
  DEACTIVATED: "needsUnblock",
} as const;

/** Says which step is missing before the reader can create a project, and links to it. */
export function NeededStep({ status }: { status: Exclude<Account["status"], "ACCEPTED"> }) {
  const { t } = useTranslation("projects");
  const query = useQuery(myProfileQuery);
  return (
    <Loaded query={query} rows={1}>
      {(profile) => (
        <EmptyState
          title={t("needsTitle")}
          text={t(profile === null ? "needsProfile" : textKeys[status])}
          action={<Link to="/profile">{t("toProfile")}</Link>}
        />
      )}
    </Loaded>
  );
}
