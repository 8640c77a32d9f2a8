import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { redirect, useNavigate } from "react-router";
import styles from "../../features/admin/admin.module.css";
import { AuditLog } from "../../features/admin/audit.tsx";
import { CatalogueList } from "../../features/admin/catalogue.tsx";
import { ClosablePagesAdmin } from "../../features/admin/closable-pages-admin.tsx";
import { ContactMessages } from "../../features/admin/contacts.tsx";
import { FirmAdmin } from "../../features/admin/firm.tsx";
import { MachineAdmin } from "../../features/admin/machine.tsx";
import { OutgoingMails } from "../../features/admin/mails.tsx";
import { ActivationRequests, UsersAdmin } from "../../features/admin/people.tsx";
import { PlansAdmin } from "../../features/admin/plans.tsx";
import { PostsAdmin } from "../../features/admin/posts.tsx";
import { ProjectsAdmin } from "../../features/admin/projects.tsx";
import { adminWaitingCountsQuery } from "../../features/admin/waiting-queries.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { LinkTabs } from "../../kit/ui/tabs.tsx";
import type { Route } from "./+types/admin.ts";

export const handle: PageHandle = { title: "workspace:admin" };

const adminSections = {
  activations: () => <ActivationRequests />,
  users: () => <UsersAdmin />,
  projects: () => <ProjectsAdmin />,
  posts: () => <PostsAdmin />,
  contacts: () => <ContactMessages />,
  plans: () => <PlansAdmin />,
  firm: () => <FirmAdmin />,
  categories: () => <CatalogueList key="categories" list="categories" />,
  currencies: () => <CatalogueList key="currencies" list="currencies" />,
  pages: () => <ClosablePagesAdmin />,
  audit: () => <AuditLog />,
  mails: () => <OutgoingMails />,
  machine: () => <MachineAdmin />,
} as const;
type AdminSection = keyof typeof adminSections;

function isSection(name: string | undefined): name is AdminSection {
  return name !== undefined && Object.hasOwn(adminSections, name);
}

/** For each admin section with a number of waiting items, the text key of that number. */
const waitingTextKeys = {
  activations: "waitingActivations",
  contacts: "waitingContacts",
  mails: "waitingMails",
} as const;
const hasWaitingCount = (section: AdminSection): section is keyof typeof waitingTextKeys =>
  Object.hasOwn(waitingTextKeys, section);

/** Only admins see these pages. The server also refuses other people's API requests. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await Promise.all([
    loadTexts("desk"),
    loadTexts("table"),
    ...(params.section === "projects" ? [loadTexts("projects")] : []),
  ]);
  if (!isSection(params.section)) throw redirect("/admin/activations");
  return null;
}

export default function Admin({ params }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { data: waitingCounts } = useQuery(adminWaitingCountsQuery);
  const isNarrow = useMediaQuery("(max-width: 819px)", undefined, { getInitialValueInEffect: false });
  const waitingCountOf = (section: AdminSection) =>
    hasWaitingCount(section) ? (waitingCounts?.[section] ?? 0) : 0;
  if (!isSection(params.section)) return null;
  return (
    <Page
      title={`${t(params.section)} · ${t("title")}`}
      heading={t("title")}
      note={t(params.section)}
      width="wide"
      tools={
        isNarrow ? (
          <SectionSelect section={params.section} countOf={waitingCountOf} />
        ) : (
          <LinkTabs
            label={t("title")}
            tabs={Object.keys(adminSections)
              .filter(isSection)
              .map((section) => ({
                address: `/admin/${section}`,
                label: t(section),
                isCurrent: section === params.section,
                badge: hasWaitingCount(section) && (
                  <CountBadge
                    value={waitingCountOf(section)}
                    label={t(waitingTextKeys[section], { count: waitingCountOf(section) })}
                  />
                ),
              }))}
          />
        )
      }
    >
      {adminSections[params.section]()}
    </Page>
  );
}

/** On a phone, a select replaces the list of sections. */
function SectionSelect({
  section,
  countOf,
}: {
  section: AdminSection;
  countOf: (section: AdminSection) => number;
}) {
  const { t } = useTranslation("admin");
  const navigate = useNavigate();
  return (
    <nav className={styles.choice} aria-label={t("title")}>
      <Select
        className={styles.sections ?? ""}
        aria-label={t("title")}
        value={section}
        onChange={({ currentTarget }) => void navigate(`/admin/${currentTarget.value}`)}
      >
        {Object.keys(adminSections)
          .filter(isSection)
          .map((group) => (
            <option key={group} value={group}>
              {t(group)}
              {countOf(group) > 0 && ` (${countOf(group)})`}
            </option>
          ))}
      </Select>
    </nav>
  );
}
