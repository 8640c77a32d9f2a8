import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { useUnreadCount } from "../../features/conversations/queries.ts";
import { RecentConversations } from "../../features/conversations/recent.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./home.module.css";

export default function Home() {
  const account = useAccount();
  return account ? <Start userId={account.id} name={account.name} /> : <SignInPrompt />;
}

function greeting(hour: number): "morning" | "day" | "evening" {
  if (hour >= 4 && hour < 11) return "morning";
  return hour >= 11 && hour < 18 ? "day" : "evening";
}

function Start({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation("workspace");
  const unread = useUnreadCount();
  const format = useFormat();
  return (
    <main className={styles.page}>
      <title>{`${t("home")} · Kakehashi`}</title>
      <div className={styles.column}>
        <h1 className={styles.title}>{t(greeting(format.hour(new Date())), { name })}</h1>
        <p className={styles.note}>{unread > 0 ? t("unread", { count: unread }) : t("allRead")}</p>
        <section className={styles.section}>
          <header className={styles.head}>
            <h2 className={styles.heading}>{t("recent")}</h2>
            <Link className={styles.link} to="/chat">
              {t("openChat")}
            </Link>
          </header>
          <div className={styles.card}>
            <RecentConversations userId={userId} />
          </div>
        </section>
      </div>
    </main>
  );
}
