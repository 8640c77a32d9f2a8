import type { Account, Role } from "@kakehashi/contract/users";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { WaitingAtDesk } from "../../features/admin/waiting.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { WaitingBookmarks } from "../../features/bookmarks/waiting.tsx";
import { FirstSteps } from "../../features/checklist/first-steps.tsx";
import { useChecklist } from "../../features/checklist/queries.ts";
import { RecentConversations } from "../../features/conversations/recent.tsx";
import { useUnreadCount } from "../../features/conversations/unread-counts.ts";
import { ActivationNote } from "../../features/profiles/activation.tsx";
import { WaitingForReader } from "../../features/threads/waiting.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./home.module.css";

export const handle: PageHandle = { title: "workspace:home", texts: ["room"] };

export async function clientLoader() {
  await loadTexts("room");
  return null;
}
export const shouldRevalidate = () => false;

export default function Home() {
  const { t } = useTranslation("workspace");
  const account = useAccount();
  return account ? <Start account={account} /> : <SignInPrompt title={t("home")} />;
}

const desk = {
  title: "waiting",
  link: "openDesk",
  to: "/admin/activations",
  Content: WaitingAtDesk,
} as const;
const bookmarksPanel = {
  title: "toTranslate",
  link: "allMarked",
  to: "/bookmarks",
  Content: WaitingBookmarks,
} as const;
const unreadPanel = {
  title: "calls",
  link: "allThreads",
  to: "/threads",
  Content: WaitingForReader,
} as const;

/** What the start page shows for each role. Without a role, it shows the common parts. */
const panelsByRole = {
  admin: desk,
  comtor: bookmarksPanel,
  brse: bookmarksPanel,
  company: unreadPanel,
  dev: unreadPanel,
  user: null,
} as const satisfies Record<Role, object | null>;

function greeting(hour: number): "morning" | "day" | "evening" {
  if (hour >= 4 && hour < 11) return "morning";
  return hour >= 11 && hour < 18 ? "day" : "evening";
}

function Start({ account }: { account: Account }) {
  const { t } = useTranslation("workspace");
  const unread = useUnreadCount();
  const format = useFormat();
  const { id, name, role } = account;
  const rolePanels = panelsByRole[role];
  const steps = useChecklist(account);
  // The checklist has the same step. Show it here only if the checklist is gone, or an admin has answered.
  const isShownInChecklist = account.status === "NOT_REQUEST" && steps !== null;
  return (
    <main className={styles.page}>
      <PageTitle>{t("home")}</PageTitle>
      <div className={styles.column} data-wide={rolePanels !== null || undefined}>
        <h1 className={styles.title}>{t(greeting(format.hour(new Date())), { name })}</h1>
        <p className={styles.note}>{unread > 0 ? t("unread", { count: unread }) : t("allRead")}</p>
        <div className={styles.activation}>
          <FirstSteps items={steps} />
        </div>
        {role !== "admin" && !isShownInChecklist && (
          <div className={styles.activation}>
            <ActivationNote account={account} />
          </div>
        )}
        <div className={styles.panels}>
          {rolePanels && (
            <Panel title={t(rolePanels.title)} link={t(rolePanels.link)} to={rolePanels.to}>
              <rolePanels.Content />
            </Panel>
          )}
          <Panel title={t("recent")} link={t("openChat")} to="/chat">
            <RecentConversations userId={id} />
          </Panel>
        </div>
      </div>
    </main>
  );
}

interface PanelProps {
  title: string;
  /** The text of the link to all of them. */
  link: string;
  to: string;
  children: ReactNode;
}

function Panel({ title, link, to, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {title}
        </h2>
        <Link className={styles.link} to={to}>
          {link}
        </Link>
      </header>
      <div className={styles.card}>{children}</div>
    </section>
  );
}
