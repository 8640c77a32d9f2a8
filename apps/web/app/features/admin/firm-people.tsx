import { uploadPostPicture } from "@kakehashi/contract/blog";
import { type FirmPerson, maximumFirmPeople } from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import { pictureBytes } from "@kakehashi/contract/profiles";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { shownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import styles from "./admin.module.css";
import own from "./firm.module.css";

const icon = { size: 18, stroke: 1.6 } as const;
const nothing = { en: "", vi: "", ja: "" };
const blank = (): FirmPerson => ({ name: "", role: nothing, text: nothing, picture: null });

/** Keys for React: people have no id, and their fields change. */
const keys = new WeakMap<FirmPerson, number>();
let given = 0;
function keyOf(person: FirmPerson): number {
  const key = keys.get(person) ?? ++given;
  keys.set(person, key);
  return key;
}

type Update = (people: FirmPerson[]) => FirmPerson[];

/** The person may have been moved or removed meanwhile, so look them up by key. */
function changePerson(key: number, change: Partial<FirmPerson>): Update {
  return (people) =>
    people.map((person) => {
      if (keyOf(person) !== key) return person;
      const changed = { ...person, ...change };
      keys.set(changed, key);
      return changed;
    });
}

interface Errors {
  readonly note: (field: string) => ReactNode;
  readonly marked: (field: string) => object;
}
interface Props {
  people: readonly FirmPerson[];
  language: Language;
  errors: Errors;
  onChange: (update: Update) => void;
}

/** The people shown on the site, in their order. */
export function FirmPeople({ people, language, errors, onChange }: Props) {
  const { t } = useTranslation(["desk", "admin"]);
  const full = people.length >= maximumFirmPeople;
  const move = (person: FirmPerson, by: number) =>
    onChange((now) => {
      const index = now.indexOf(person);
      return index < 0 ? now : now.toSpliced(index, 1).toSpliced(index + by, 0, person);
    });
  return (
    <>
      <p className={styles.hint}>{t("firmPeopleNote")}</p>
      <ol className={own.people}>
        {people.map((person, index) => {
          const name = person.name || t("newPerson");
          return (
            <li key={keyOf(person)} className={own.person}>
              <Person
                person={person}
                field={`people.${index}`}
                language={language}
                errors={errors}
                onChange={(change) => onChange(changePerson(keyOf(person), change))}
              />
              <span className={own.arrange}>
                <IconButton
                  label={`${t("admin:up")}: ${name}`}
                  disabled={index === 0}
                  onClick={() => move(person, -1)}
                >
                  <IconArrowUp {...icon} />
                </IconButton>
                <IconButton
                  label={`${t("admin:down")}: ${name}`}
                  disabled={index === people.length - 1}
                  onClick={() => move(person, 1)}
                >
                  <IconArrowDown {...icon} />
                </IconButton>
                <IconButton
                  label={`${t("removePerson")}: ${name}`}
                  onClick={() => onChange((now) => now.filter((one) => one !== person))}
                >
                  <IconTrash {...icon} />
                </IconButton>
              </span>
            </li>
          );
        })}
      </ol>
      <Button
        leftSection={<IconPlus {...icon} />}
        disabled={full}
        onClick={() => onChange((now) => [...now, blank()])}
      >
        {t("addPerson")}
      </Button>
      {full && <p className={styles.hint}>{t("firmFull", { n: maximumFirmPeople })}</p>}
    </>
  );
}

function Person({
  person,
  field,
  language,
  errors: { note, marked },
  onChange,
}: {
  person: FirmPerson;
  /** The field's name in the server's errors. */
  field: string;
  language: Language;
  errors: Errors;
  onChange: (change: Partial<FirmPerson>) => void;
}) {
  const { t } = useTranslation("desk");
  const textOf = useErrorText();
  const [tooLarge, setTooLarge] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: Blob) => (await call(uploadPostPicture, { body })).data.address,
    onSuccess: (picture) => onChange({ picture }),
    onError: shownByForm,
  });
  const wrong = tooLarge ? t("pictureLarge") : error ? textOf(error) : "";
  const inLanguage = (key: "role" | "text", label: string, most: number) => (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        lang={language}
        value={person[key][language]}
        maxLength={most}
        {...marked(`${field}.${key}`)}
        onChange={({ currentTarget }) =>
          onChange({ [key]: { ...person[key], [language]: currentTarget.value } })
        }
      />
      {note(`${field}.${key}`)}
    </label>
  );
  return (
    <div className={own.personFields}>
      <label className={styles.field}>
        <span>{t("firmPersonName")}</span>
        <input
          value={person.name}
          maxLength={200}
          required
          {...marked(`${field}.name`)}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        {note(`${field}.name`)}
      </label>
      {inLanguage("role", t("firmPersonRole"), 120)}
      {inLanguage("text", t("firmPersonText"), 300)}
      <div className={own.picture}>
        {person.picture && <img src={person.picture} alt="" width={56} height={56} />}
        <label className={styles.field}>
          <span>{t("firmPicture")}</span>
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            disabled={isPending}
            aria-invalid={wrong !== ""}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              setTooLarge(file !== undefined && file.size > pictureBytes);
              if (file && file.size <= pictureBytes) mutate(file);
            }}
          />
          <span className={wrong ? styles.error : styles.hint} role={wrong ? "alert" : undefined}>
            {wrong || t("firmPictureHint")}
          </span>
        </label>
        {person.picture && <Button onClick={() => onChange({ picture: null })}>{t("removePicture")}</Button>}
      </div>
    </div>
  );
}
