import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { conversationProjectQuery } from "./queries.ts";
import styles from "./teams.module.css";

/** Shows to which project a conversation belongs, with links to the project and its team. */
export function ConversationProject({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation("teams");
  const query = useQuery(conversationProjectQuery(conversationId));
  return (
    <LoadedContent query={query} rows={1}>
      {(project) =>
        project && (
          <div className={styles.of}>
            <p className={styles.ofTitle}>{t(`side_${project.side}`)}</p>
            <p className={styles.ofName}>
              <Link to={`/projects/${project.id}`}>{project.name}</Link>
            </p>
            {/* A support conversation has no link to the team's page, because its admins do not belong to the team. */}
            {project.side !== "support" && (
              <p>
                <Link to={`/teams/${project.id}`}>{t("toTeam")}</Link>
              </p>
            )}
          </div>
        )
      }
    </LoadedContent>
  );
}
