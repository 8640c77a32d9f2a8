import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { DateField } from "../../kit/ui/text-field.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./editor.module.css";
import type { PostEditorState } from "./use-editor.ts";

/** The buttons that publish, schedule or withdraw a blog post. Each of them also saves the post. */
export function PublicationActions({ editor }: { editor: PostEditorState }) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  const { saved, save, busy } = editor;
  const state = saved?.state ?? "DRAFT";
  const [time, setTime] = useState(() =>
    state === "SCHEDULED" && saved?.published_at ? format.toDateTimeField(saved.published_at) : "",
  );
  const [isInPast, setIsInPast] = useState(false);
  const publishedAt = saved?.published_at ? format.fullDateTime(saved.published_at) : "";

  function schedulePost(): void {
    const chosenTime = format.fromDateTimeField(time);
    if (chosenTime && chosenTime.getTime() > Date.now()) save(chosenTime.toISOString(), "isNowScheduled");
    else setIsInPast(true);
  }
  async function withdrawPost(): Promise<void> {
    const isConfirmed =
      state === "SCHEDULED" ||
      (await askToConfirm({ title: t("unpublish"), text: t("unpublishText"), actionLabel: t("unpublish") }));
    if (isConfirmed) save(null, "isNowDraft");
  }

  return (
    <section className={styles.publication} aria-labelledby="publication">
      <h2 id="publication" className={styles.label}>
        {t("publication")}
      </h2>
      <p className={styles.hint}>
        {state === "DRAFT"
          ? t("isDraft")
          : t(state === "SCHEDULED" ? "isScheduled" : "isPublished", { when: publishedAt })}
      </p>
      {state !== "PUBLISHED" && (
        <>
          <Button
            kind="primary"
            disabled={busy}
            onClick={() => save(new Date().toISOString(), "isNowPublished")}
          >
            {t("publish")}
          </Button>
          <DateField
            withTime
            label={t("scheduleFor")}
            value={time}
            error={isInPast && t("schedulePast")}
            onChange={({ currentTarget }) => {
              setTime(currentTarget.value);
              setIsInPast(false);
            }}
          />
          <Button disabled={busy} onClick={schedulePost}>
            {t("schedule")}
          </Button>
        </>
      )}
      {state === "PUBLISHED" && saved && (
        <a className={styles.link} href={`/blog/${saved.slug}`} target="_blank" rel="noreferrer">
          {t("openPage")}
        </a>
      )}
      {state !== "DRAFT" && (
        <Button disabled={busy} onClick={withdrawPost}>
          {t("unpublish")}
        </Button>
      )}
    </section>
  );
}
