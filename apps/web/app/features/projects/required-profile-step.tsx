import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { myProfileQuery } from "../profiles/queries.ts";

const textKeys = {
  create: {
    NONE: "needsProfile",
    NOT_REQUEST: "needsRequest",
    REFUSED: "needsRequest",
    WAITING: "needsWaiting",
    DEACTIVATED: "needsUnblock",
  },
  join: {
    NONE: "joinNeedsProfile",
    NOT_REQUEST: "joinNeedsRequest",
    REFUSED: "joinNeedsRequest",
    WAITING: "joinNeedsWaiting",
    DEACTIVATED: "joinNeedsUnblock",
  },
} as const;

interface NeededStepProps {
  /** The project action that the reader wants to do. */
  purpose: keyof typeof textKeys;
  status: Exclude<Account["status"], "ACCEPTED">;
}

/** Names and links the step that the reader must do before creating or joining a project. */
export function RequiredProfileStep({ purpose, status }: NeededStepProps) {
  const { t } = useTranslation("projects");
  const query = useQuery(myProfileQuery);
  return (
    <LoadedContent query={query} rows={1}>
      {(profile) => {
        const text = t(textKeys[purpose][profile === null ? "NONE" : status]);
        const link = <Link to="/profile">{t("toProfile")}</Link>;
        return purpose === "create" ? (
          <EmptyState title={t("needsTitle")} text={text} action={link} />
        ) : (
          <p>
            {text} {link}
          </p>
        );
      }}
    </LoadedContent>
  );
}
