import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import styles from "./sign-in-page-layout.module.css";

const greetingsInLanguages = [
  { language: "ja", text: "明日の打ち合わせ、よろしくお願いします。" },
  { language: "vi", text: "Vâng, hẹn gặp anh lúc 10 giờ nhé." },
  { language: "en", text: "I will bring the new designs." },
] as const;

/**
 * The layout of sign-in and sign-up pages: the form, and beside it a description of the product if the window is wide
 * enough.
 */
export function SignInPageLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation("auth");
  return (
    <div className={styles.page}>
      <div className={styles.brandSide}>
        <header className={styles.topBar}>
          <a className={styles.brand} href="/">
            <LogoMark size={28} />
            Kakehashi
          </a>
          <LanguageMenu />
        </header>
        <main className={styles.main}>{children}</main>
      </div>
      <aside className={styles.art}>
        <svg className={styles.bridge} viewBox="0 0 600 440" fill="none" aria-hidden="true">
          <defs>
            <linearGradient id="pier" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0.25" stopColor="#2c3250" />
              <stop offset="1" stopColor="#171a2b" />
            </linearGradient>
          </defs>
          <rect x="118" y="20" width="44" height="420" rx="22" fill="url(#pier)" />
          <rect x="438" y="20" width="44" height="420" rx="22" fill="url(#pier)" />
          <path
            d="M-60 300C120 60 480 60 660 300"
            stroke="var(--accent)"
            strokeWidth="44"
            strokeLinecap="round"
          />
        </svg>
        <div className={styles.brandText}>
          <p className={styles.claim}>{t("artTitle")}</p>
          <p className={styles.explanation}>{t("artText")}</p>
          <ul className={styles.greetings} aria-hidden="true">
            {greetingsInLanguages.map(({ language, text }) => (
              <li key={language} lang={language} className={styles.greeting}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}
