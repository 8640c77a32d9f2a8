import { uploadPostPicture } from "@kakehashi/contract/blog-editing";
import { type FirmInAllLanguages, type FirmPerson, maximumListedFirmPeople } from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Control, useFieldArray } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { FormOf } from "../../kit/form.tsx";
import { ignoreErrorShownByForm } from "../../kit/query.ts";
import { SortableList } from "../../kit/sortable.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./admin.module.css";
import own from "./firm.module.css";

const iconProps = { size: 18, stroke: 1.6 } as const;
const emptyTexts = { en: "", vi: "", ja: "" };
const createEmptyPerson = (): FirmPerson => ({ name: "", role: emptyTexts, text: emptyTexts, picture: null });

interface FirmPeopleProps {
  form: FormOf<FirmInAllLanguages>;
  language: Language;
}

/** The part of the form that edits the people whom the public site shows, and their order. */
export function FirmPeople({ form, language }: FirmPeopleProps) {
  const { t } = useTranslation("desk");
  // Cast the form. Its type also describes the values to send, and `useFieldArray` does not accept such a type.
  const control = form.control as unknown as Control<FirmInAllLanguages>;
  const { fields, append, remove, move } = useFieldArray({ control, name: "people" });
  const personNames = form.watch("people").map(({ name }) => name || t("newPerson"));
  const nameOfPerson = ({ id }: { id: string }) =>
    personNames[fields.findIndex((field) => field.id === id)] ?? "";
  const isFull = fields.length >= maximumListedFirmPeople;
  return (
    <>
      <p className={styles.hint}>{t("firmPeopleNote")}</p>
      <SortableList
        items={fields}
        keyOf={({ id }) => id}
        nameOf={nameOfPerson}
        onMove={move}
        className={own.people}
        rowClassName={() => own.person}
      >
        {(person, dragHandle, index) => (
          <>
            {dragHandle}
            <FirmPersonFields form={form} index={index} language={language} />
            <IconButton label={`${t("removePerson")}: ${nameOfPerson(person)}`} onClick={() => remove(index)}>
              <IconTrash {...iconProps} />
            </IconButton>
          </>
        )}
      </SortableList>
      <Button
        leftSection={<IconPlus {...iconProps} />}
        disabled={isFull}
        onClick={() => append(createEmptyPerson())}
      >
        {t("addPerson")}
      </Button>
      {isFull && <p className={styles.hint}>{t("firmFull", { n: maximumListedFirmPeople })}</p>}
    </>
  );
}

function FirmPersonFields({ form, index, language }: FirmPeopleProps & { index: number }) {
  const { t } = useTranslation("desk");
  const errorTextOf = useErrorText();
  const [isPictureTooLarge, setIsPictureTooLarge] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: Blob) => (await call(uploadPostPicture, { body })).data.address,
    onError: ignoreErrorShownByForm,
  });
  // During an upload, the admin may move the person in the list. The ref has the present index, so that the right
  // person gets the picture.
  const indexRef = useRef(index);
  useEffect(() => {
    indexRef.current = index;
  }, [index]);
  const setPicture = (picture: string | null, personIndex = index) =>
    form.setValue(`people.${personIndex}.picture`, picture, { shouldDirty: true });
  const picture = form.watch(`people.${index}.picture`);
  const errorText = isPictureTooLarge ? t("pictureLarge") : error ? errorTextOf(error) : "";
  const renderTranslatedField = (name: "role" | "text", label: string, maxLength: number) => (
    <TextField
      key={`${name}${language}`}
      {...form.field(`people.${index}.${name}.${language}`, { alsoShowsErrorsOf: `people.${index}.${name}` })}
      label={label}
      lang={language}
      maxLength={maxLength}
    />
  );
  return (
    <div className={own.personFields}>
      <TextField
        {...form.field(`people.${index}.name`)}
        label={t("firmPersonName")}
        maxLength={200}
        required
        withAsterisk={false}
      />
      {renderTranslatedField("role", t("firmPersonRole"), 120)}
      {renderTranslatedField("text", t("firmPersonText"), 300)}
      <div className={own.picture}>
        {picture && <img src={picture} alt="" width={56} height={56} />}
        <label className={styles.field}>
          <span>{t("firmPicture")}</span>
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            disabled={isPending}
            aria-invalid={errorText !== ""}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              setIsPictureTooLarge(file !== undefined && file.size > maximumPictureBytes);
              // React Query does not run this callback if the person's row was removed during the upload. So the
              // picture never goes to another person.
              if (file && file.size <= maximumPictureBytes)
                mutate(file, { onSuccess: (address) => setPicture(address, indexRef.current) });
            }}
          />
          <span className={errorText ? styles.error : styles.hint} role={errorText ? "alert" : undefined}>
            {errorText || t("firmPictureHint")}
          </span>
        </label>
        {picture && <Button onClick={() => setPicture(null)}>{t("removePicture")}</Button>}
      </div>
    </div>
  );
}
