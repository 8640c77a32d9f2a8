import type { Account, Role } from "@kakehashi/contract/users";
import { type ComponentType, type ReactNode, Suspense, useId } from "react";
import { Link } from "react-router";
import { WaitingForAdmin } from "../../features/admin/waiting.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { UntranslatedBookmarks } from "../../features/bookmarks/waiting.tsx";
import { FirstSteps } from "../../features/checklist/first-steps.tsx";
import { useChecklist } from "../../features/checklist/queries.ts";
import { TopOfConversationList } from "../../features/conversations/recent.tsx";
import { useUnreadConversationCount } from "../../features/conversations/unread-conversation-counts.ts";
import { ActivationNote } from "../../features/profiles/activation.tsx";
import {
  NewestProjects,
  OwnProjects,
  PendingMembershipSteps,
  SuggestedProjects,
} from "../../features/projects/home-blocks.tsx";
import { RemovalNotes } from "../../features/projects/removals.tsx";
import { UnreadMentionsAndThreads } from "../../features/threads/waiting.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { EnglishTexts } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./home.module.css";

export const handle: PageHandle = { title: "workspace:home", texts: ["home", "notices", "projects", "room"] };

export async function clientLoader() {
  await Promise.all([loadTexts("home"), loadTexts("notices"), loadTexts("projects"), loadTexts("room")]);
  return null;
}
export const shouldRevalidate = () => false;

export default function Home() {
  const { t } = useTranslation("workspace");
  const account = useAccount();
  return account ? <HomeBlocks account={account} /> : <SignInPrompt title={t("home")} />;
}

type HomeTextKey = keyof EnglishTexts["home"];

interface HomeBlock {
  /** The title of the block, as a text key of `i18n/en/home.ts`. */
  readonly title: HomeTextKey;
  /** The text key of the link to the complete list, from `i18n/en/home.ts`. */
  readonly link: HomeTextKey;
  readonly to: string;
  readonly Content: ComponentType<{ account: Account }>;
}

/** Load the list of waiting translations on demand, because it has many texts and only translators need it. */
const WaitingTranslations = createLazyComponent<{ account: Account }>(async () => {
  const [{ WaitingTranslations }] = await Promise.all([
    import("../../features/translations/waiting.tsx"),
    loadTexts("translations"),
  ]);
  return WaitingTranslations;
});

const adminDeskBlock: HomeBlock = {
  title: "desk",
  link: "openDesk",
  to: "/admin/activations",
  Content: WaitingForAdmin,
};
const bookmarksBlock: HomeBlock = {
  title: "marks",
  link: "allMarks",
  to: "/bookmarks",
  Content: UntranslatedBookmarks,
};
const unreadBlock: HomeBlock = {
  title: "calls",
  link: "allThreads",
  to: "/threads",
  Content: UnreadMentionsAndThreads,
};
const translationQueueBlock: HomeBlock = {
  title: "queue",
  link: "openQueue",
  to: "/translations",
  Content: WaitingTranslations,
};
const waitingStepsBlock: HomeBlock = {
  title: "answers",
  link: "hosted",
  to: "/projects?part=host",
  Content: PendingMembershipSteps,
};
const invitationsBlock: HomeBlock = {
  title: "invitations",
  link: "invitedTo",
  to: "/projects?part=invited",
  Content: PendingMembershipSteps,
};
const ownProjectsBlock: HomeBlock = {
  title: "own",
  link: "create",
  to: "/projects/new",
  Content: OwnProjects,
};
const newestProjectsBlock: HomeBlock = {
  title: "newest",
  link: "allProjects",
  to: "/projects",
  Content: NewestProjects,
};
const suggestionsBlock = { link: "allProjects", to: "/projects", Content: SuggestedProjects } as const;
const suggestionsForSkillsBlock: HomeBlock = { ...suggestionsBlock, title: "forSkills" };
const projectsWithoutTranslatorBlock: HomeBlock = { ...suggestionsBlock, title: "needComtor" };
const projectsWithoutBrseBlock: HomeBlock = { ...suggestionsBlock, title: "needBrse" };

/** For each role, the blocks of the start page. They are shown above the list of the newest conversations. */
const blocksByRole: Readonly<Record<Role, readonly HomeBlock[]>> = {
  admin: [adminDeskBlock, newestProjectsBlock],
  company: [waitingStepsBlock, ownProjectsBlock, unreadBlock],
  dev: [invitationsBlock, suggestionsForSkillsBlock, unreadBlock],
  comtor: [translationQueueBlock, bookmarksBlock, projectsWithoutTranslatorBlock, invitationsBlock],
  brse: [translationQueueBlock, bookmarksBlock, projectsWithoutBrseBlock, invitationsBlock],
  user: [],
};

function chooseGreetingKey(hour: number): "morning" | "day" | "evening" {
  if (hour >= 4 && hour < 11) return "morning";
  return hour >= 11 && hour < 18 ? "day" : "evening";
}

function HomeBlocks({ account }: { account: Account }) {
  const { t } = useTranslation(["workspace", "home"]);
  const unreadCount = useUnreadConversationCount();
  const format = useFormat();
  const { id, name, role } = account;
  const roleBlocks = blocksByRole[role];
  const checklistSteps = useChecklist(account);
  // The checklist of first steps contains the request for activation. So the request is not shown a second time.
  const isShownInChecklist = account.status === "NOT_REQUEST" && checklistSteps !== null;
  return (
    <main className={styles.page}>
      <DocumentTitle>{t("home")}</DocumentTitle>
      <div className={styles.column} data-wide={roleBlocks.length > 0 || undefined}>
        <h1 className={styles.title}>
          {t(`home:${chooseGreetingKey(format.hourOfDay(new Date()))}`, { name })}
        </h1>
        <p className={styles.note}>
          {unreadCount > 0 ? t("unread", { count: unreadCount }) : t("home:allRead")}
        </p>
        <div className={styles.activation}>
          <RemovalNotes />
        </div>
        <div className={styles.activation}>
          <FirstSteps items={checklistSteps} />
        </div>
        {role !== "admin" && !isShownInChecklist && (
          <div className={styles.activation}>
            <ActivationNote account={account} />
          </div>
        )}
        <div className={styles.panels}>
          {roleBlocks.map(({ title, link, to, Content }) => (
            <HomePanel key={title} title={t(`home:${title}`)} link={t(`home:${link}`)} to={to}>
              <Suspense fallback={<SkeletonRows count={3} label="" />}>
                <Content account={account} />
              </Suspense>
            </HomePanel>
          ))}
          <HomePanel title={t("home:recent")} link={t("home:openChat")} to="/chat">
            <TopOfConversationList userId={id} />
          </HomePanel>
        </div>
      </div>
    </main>
  );
}

interface HomePanelProps {
  title: string;
  /** The text of the link to the complete list. */
  link: string;
  to: string;
  children: ReactNode;
}

function HomePanel({ title, link, to, children }: HomePanelProps) {
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
