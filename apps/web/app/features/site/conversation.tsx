import type { Language } from "@kakehashi/contract/languages";
import type { CSSProperties } from "react";
import { Mark } from "../../kit/ui/mark.tsx";
import styles from "./conversation.module.css";
import { useSite } from "./use-site.ts";

interface Line {
  name: string;
  nameLanguage: Language;
  initial: string;
  role: "client" | "dev" | "brse";
  language: Language;
  words: Readonly<Record<Language, string>>;
  approved: boolean;
}

const lines: readonly Line[] = [
  {
    name: "田中 愛子",
    nameLanguage: "ja",
    initial: "愛",
    role: "client",
    language: "ja",
    words: {
      ja: "予約の変更は、前日の18時まで受け付けたいです。",
      en: "We would like to accept booking changes until 6 p.m. the day before.",
      vi: "Chúng tôi muốn nhận đổi lịch đến 18 giờ ngày hôm trước.",
    },
    approved: false,
  },
  {
    name: "Nguyễn Văn An",
    nameLanguage: "vi",
    initial: "A",
    role: "dev",
    language: "vi",
    words: {
      vi: "18 giờ theo giờ Nhật, hay theo giờ của từng cửa hàng ạ?",
      en: "6 p.m. in Japan, or in each shop's own time?",
      ja: "日本時間の18時ですか、それとも各店舗の現地時間ですか。",
    },
    approved: false,
  },
  {
    name: "Emma Clarke",
    nameLanguage: "en",
    initial: "E",
    role: "brse",
    language: "en",
    words: {
      en: "Each shop's own time. I have added it to the specification.",
      vi: "Theo giờ của từng cửa hàng. Tôi đã ghi vào bản đặc tả.",
      ja: "各店舗の現地時間です。仕様書に追記しました。",
    },
    approved: true,
  },
];

/** Seconds between one arrival and the next: the whole takes less than five, so that it needs no pause button. */
const beat = 0.75;
const at = (step: number) => ({ "--at": `${(0.3 + step * beat).toFixed(2)}s` }) as CSSProperties;

/** The product alive: one conversation, three languages, translations arriving in turn. */
export function Conversation() {
  const { texts, language } = useSite();
  const words = texts.home.conversation;
  return (
    <figure className={styles.window}>
      <figcaption className="visually-hidden">{words.label}</figcaption>
      <div className={styles.bar} aria-hidden="true">
        <span className={styles.room}>
          <Mark size={20} />
          {words.room}
        </span>
        <span className={styles.faces}>
          <i className={styles.client}>愛</i>
          <i className={styles.dev}>A</i>
          <i className={styles.brse}>E</i>
          <i className={styles.comtor}>L</i>
        </span>
      </div>
      <ol className={styles.lines}>
        {lines.map((line, index) => {
          const target = line.language === language ? "ja" : language;
          return (
            <li key={line.name} className={styles.line}>
              <i className={styles[line.role]} aria-hidden="true" style={at(index * 2)}>
                {line.initial}
              </i>
              <div>
                <p className={styles.who} style={at(index * 2)}>
                  <b lang={line.nameLanguage}>{line.name}</b> {words[line.role]}
                </p>
                <p className={styles.original} lang={line.language} style={at(index * 2)}>
                  {line.words[line.language]}
                </p>
                <div className={styles.translation} style={at(index * 2 + 1)}>
                  <p lang={target}>{line.words[target]}</p>
                  <p className={styles.state} data-approved={line.approved}>
                    {words.translatedBy}
                    {line.approved && ` · ${words.approved}`}
                  </p>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
