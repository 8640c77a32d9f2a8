import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, redirect } from "react-router";
import styles from "../../features/admin/admin.module.css";
import { Audit } from "../../features/admin/audit.tsx";
import { CatalogueList } from "../../features/admin/catalogue.tsx";
import { Contacts } from "../../features/admin/contacts.tsx";
import { Mails } from "../../features/admin/mails.tsx";
import { PageSwitches } from "../../features/admin/page-switches.tsx";
import { Activations, Users } from "../../features/admin/people.tsx";
import { Plans } from "../../features/admin/plans.tsx";
import { Posts } from "../../features/admin/posts.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import type { Route } from "./+types/admin.ts";
import column from "./column.module.css";

const sections = {
  activations: () => <Activations />,
  users: () => <Users />,
  posts: () => <Posts />,
  contacts: () => <Contacts />,
  plans: () => <Plans />,
  categories: () => <CatalogueList key="categories" list="categories" />,
  currencies: () => <CatalogueList key="currencies" list="currencies" />,
  pages: () => <PageSwitches />,
  audit: () => <Audit />,
  mails: () => <Mails />,
} as const;
type Section = keyof typeof sections;

function isSection(name: string | undefined): name is Section {
  return name !== undefined && Object.hasOwn(sections, name);
}

/** The desk is the admins' alone: the server refuses everybody else each of its calls. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await loadTexts("desk");
  if (!isSection(params.section)) throw redirect("/admin/activations");
  return null;
}

export default function Admin({ params }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tabs are wider than the screen, and another one is in sight then
  useEffect(() => {
    tabs.current
      ?.querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [params.section]);
  if (!isSection(params.section)) return null;
  return (
    <main className={column.page}>
      <title>{`${t(params.section)} · Kakehashi`}</title>
      <PageHeader title={t("title")} note={t(params.section)} />
      <nav ref={tabs} className={styles.tabs} aria-label={t("title")}>
        {Object.keys(sections)
          .filter(isSection)
          .map((section) => (
            <NavLink key={section} to={`/admin/${section}`}>
              {t(section)}
            </NavLink>
          ))}
      </nav>
      <div className={column.column} data-wide>
        {sections[params.section]()}
      </div>
    </main>
  );
}
