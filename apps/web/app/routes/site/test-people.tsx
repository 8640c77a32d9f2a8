import { languages } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";
import { PersonLine } from "../../features/profiles/person-line.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge, CountBadge, TranslationStateLabel } from "../../kit/ui/badge.tsx";
import { KeyboardKey } from "../../kit/ui/kbd.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import styles from "./test.module.css";
import { StyleGuideSection } from "./test-section.tsx";

export const styleGuidePeople: readonly UserSummary[] = [
  {
    id: "aiko",
    name: "田中 愛子",
    reading: "たなか あいこ",
    latin_name: "Aiko Tanaka",
    role: "company",
    avatar: null,
    working_language: "ja",
  },
  {
    id: "an",
    name: "Nguyễn Văn An",
    reading: "",
    latin_name: "",
    role: "dev",
    avatar: null,
    working_language: "vi",
  },
  {
    id: "emma",
    name: "Emma Clarke",
    reading: "",
    latin_name: "",
    role: "brse",
    avatar: null,
    working_language: "en",
  },
];
/** The presence of each sample person, in the order of the list. The presence of the last one is unknown. */
const presenceStates = ["online", "away", "offline"] as const;
const badgeTones = ["plain", "indigo", "jade", "amber", "violet", "accent"] as const;
const translationStates = [
  "NEEDS_TRANSLATION",
  "MACHINE",
  "TRANSLATED",
  "APPROVED",
  "NEEDS_RETRANSLATION",
] as const;

/** Samples of people and of the small labels beside names and texts: states, languages, badges, keys. */
export function PeopleSamples() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <StyleGuideSection title={t("people")}>
        {styleGuidePeople.map(({ id, name }, index) => (
          <Avatar
            key={id}
            id={id}
            name={name}
            size={44}
            {...(presenceStates[index] && { presence: presenceStates[index] })}
          />
        ))}
        <div className={styles.card}>
          {styleGuidePeople.map((person) => (
            <PersonLine key={person.id} person={person} />
          ))}
        </div>
      </StyleGuideSection>
      <StyleGuideSection title={t("states")}>
        {translationStates.map((state) => (
          <TranslationStateLabel key={state} state={state} />
        ))}
        {languages.map((language) => (
          <LanguageTag key={language} language={language} />
        ))}
      </StyleGuideSection>
      <StyleGuideSection title={t("badges")}>
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {[1, 12, 120].map((count) => (
          <CountBadge key={count} value={count} label={t("unread", { count })} />
        ))}
        <KeyboardKey>Ctrl</KeyboardKey>
        <KeyboardKey>K</KeyboardKey>
      </StyleGuideSection>
    </>
  );
}
