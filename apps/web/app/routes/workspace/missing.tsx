import { IconMapQuestion } from "@tabler/icons-react";
import { data, Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./missing.module.css";

export const handle: PageHandle = { title: "workspace:helpMissing" };

/** On the server, responds with status 404. In the browser, nothing has to be loaded. */
export function loader() {
  return data(null, { status: 404 });
}
export async function clientLoader() {
  return null;
}

/** The "not found" page for signed-in people. Signed-out visitors get the "not found" page of the public site. */
export default function NotFoundPage() {
  const { t } = useTranslation(["workspace", "search", "common"]);
  return (
    <Page title={t("helpMissing")} heading={null} width="own">
      <EmptyState
        icon={<IconMapQuestion size={28} stroke={1.6} />}
        title={t("helpMissing")}
        text={t("helpMissingText")}
        isHeading
        action={
          <span className={styles.links}>
            <Link to="/home">{t("common:goHome")}</Link>
            <Link to="/search">{t("search:title")}</Link>
            <Link to="/help/contact">{t("help")}</Link>
          </span>
        }
      />
    </Page>
  );
}
