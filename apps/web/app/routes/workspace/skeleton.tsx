import { useMatches } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { titleKeyOf } from "../../kit/page.ts";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./skeleton.module.css";

/** The text files that contain the pages' titles. */
const titleNamespaces = [
  "common",
  "conversations",
  "files",
  "messages",
  "notifications",
  "profiles",
  "search",
  "workspace",
] as const;

/** The outline of the workspace, shown during the first load. */
export function WorkspaceSkeleton() {
  const { t } = useTranslation(titleNamespaces);
  const title = titleKeyOf(useMatches());
  return (
    <div className={styles.shell}>
      <title>{title ? `${t(title)} · Kakehashi` : "Kakehashi"}</title>
      <div className={styles.rail}>
        <LogoMark size={26} title="Kakehashi" />
      </div>
      <div className={styles.list}>
        <div className={styles.bar} />
        <SkeletonRows count={7} label={t("loading")} />
      </div>
      <div className={styles.main}>
        <div className={styles.bar} />
      </div>
    </div>
  );
}
