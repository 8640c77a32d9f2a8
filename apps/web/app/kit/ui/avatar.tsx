import { findUnnamedVisitorSuffix } from "@kakehashi/contract/visitor-name";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./avatar.module.css";

interface AvatarProps {
  /** The person's id. It determines the colour, so that a person has the same colour everywhere. */
  id: string;
  name: string;
  image?: string | null;
  /** The width and the height of the picture in pixels. */
  size?: number;
  /** The person's presence, shown as a dot. Leave it out if the presence is unknown. */
  presence?: "online" | "away" | "offline";
}

const avatarTones = ["indigo", "jade", "amber", "violet", "plain"] as const;

function avatarToneOf(id: string): (typeof avatarTones)[number] {
  let charCodeSum = 0;
  for (const character of id) charCodeSum = (charCodeSum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return avatarTones[charCodeSum % avatarTones.length] ?? "indigo";
}

/**
 * Returns the initials of a name. A name in kana or kanji gives one character, other names the first letters of the
 * first and last word. Punctuation before a letter is ignored: "Sixty (copy)" gives SC. A name without letters and
 * digits gives its first character.
 */
export function initialsOf(name: string): string {
  const nameParts = name.trim().split(/\s+/u);
  const nameWords = nameParts.map((word) => word.replace(/^[^\p{L}\p{N}]+/u, "")).filter(Boolean);
  if (nameWords.length === 0) return [...(nameParts[0] ?? "")][0] ?? "";
  const [firstCharacter = ""] = nameWords[0] ?? "";
  if (
    nameWords.length < 2 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(firstCharacter)
  ) {
    return firstCharacter.toLocaleUpperCase();
  }
  const [lastCharacter = ""] = nameWords.at(-1) ?? "";
  return (firstCharacter + lastCharacter).toLocaleUpperCase();
}

/** A person's picture or initials. It is decorative, because the person's name is beside it. */
export function Avatar({ id, name, image, size = 36, presence }: AvatarProps) {
  const { t } = useTranslation();
  const number = findUnnamedVisitorSuffix(name);
  // Show a visitor's made-up name in the reader's language. The stored name is in English.
  const shownName = number === undefined ? name : t("visitorNumber", { number });
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      data-tone={avatarToneOf(id)}
    >
      {image ? (
        <img className={styles.image} src={image} alt="" />
      ) : (
        <span className={styles.initials} data-initials={initialsOf(shownName)} aria-hidden="true" />
      )}
      {presence && <PresenceDot presence={presence} />}
    </span>
  );
}

function PresenceDot({ presence }: { presence: NonNullable<AvatarProps["presence"]> }) {
  const { t } = useTranslation();
  return <span className={styles.presence} data-presence={presence} role="img" aria-label={t(presence)} />;
}
