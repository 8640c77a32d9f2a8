import type { OutsideIdentity, OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ignoreErrorShownByForm } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { TalkPreview } from "../bots/talk-preview.tsx";
import { useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import { maxSearchLength } from "./filter.ts";
import styles from "./link-dialog.module.css";
import { linkCandidatesQuery, linkPeople } from "./link-queries.ts";
import pages from "./pages.module.css";
import { PlatformIcon } from "./platform-icon.tsx";
import { platformNames } from "./platforms.ts";

const typingPauseMs = 200;

interface LinkedTalkProps {
  talk: OutsideTalkDetail;
  close: () => void;
}
interface LinkDialogProps {
  opened: boolean;
  talk: OutsideTalkDetail;
  onClose: () => void;
}

/**
 * A dialog that links two customers of a bot who are the same human. The human has written to two different Facebook
 * pages or Zalo accounts.
 */
export function LinkDialog({ opened, talk, onClose }: LinkDialogProps) {
  const { t } = useTranslation("channels");
  const getShownName = useVisitorNameFormatter();
  const [chosenIdentity, setChosenIdentity] = useState<OutsideIdentity | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("linkTitle", { name: getShownName(talk.visitor.name) })}
      widthPx={520}
      opensNearTop
    >
      {chosenIdentity ? (
        <LinkForm
          talk={talk}
          other={chosenIdentity}
          onBackToSearch={() => setChosenIdentity(null)}
          close={onClose}
        />
      ) : (
        <LinkCandidates talk={talk} choose={setChosenIdentity} />
      )}
    </Dialog>
  );
}

function LinkCandidates({
  talk,
  choose,
}: {
  talk: OutsideTalkDetail;
  choose: (other: OutsideIdentity) => void;
}) {
  const { t } = useTranslation("channels");
  const [search, setSearch] = useState("");
  const [debouncedSearch] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useQuery(linkCandidatesQuery(talk.conversation_id, debouncedSearch));
  return (
    <>
      <p className={styles.hint}>{t("linkHint", { bot: talk.bot.name })}</p>
      <SearchField
        data-autofocus
        label={t("linkSearch")}
        placeholder={t("linkSearch")}
        maxLength={maxSearchLength}
        value={search}
        onChange={setSearch}
      />
      <LoadedContent
        query={query}
        rows={3}
        emptyState={
          <p className={styles.nobody}>{t(debouncedSearch ? "linkNobody" : "linkNobodySuggested")}</p>
        }
      >
        {(people) => (
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.conversation_id}>
                <button type="button" className={styles.person} onClick={() => choose(person)}>
                  <CandidateIdentity person={person} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </>
  );
}

function CandidateIdentity({ person }: { person: OutsideIdentity }) {
  const { t } = useTranslation("channels");
  const { timeAgo } = useFormat();
  const getShownName = useVisitorNameFormatter();
  const { visitor_id, avatar, page, last_message, changed_at } = person;
  const name = getShownName(person.name);
  const lastActivity = last_message?.created_at ?? changed_at;
  return (
    <>
      <Avatar id={visitor_id} name={name} image={avatar} size={40} />
      <span className={styles.text}>
        <strong>{name}</strong>
        <span className={styles.place}>
          <PlatformIcon platform={page.platform} size={16} showsName />
          {platformNames[page.platform]} · {page.name} ·{" "}
          <time dateTime={lastActivity}>{timeAgo(lastActivity)}</time>
        </span>
        {last_message ? (
          <TalkPreview message={last_message} visitorId={visitor_id} className={styles.excerpt} />
        ) : (
          <span className={styles.excerpt}>{t("noMessage")}</span>
        )}
      </span>
    </>
  );
}

interface LinkFormProps extends LinkedTalkProps {
  other: OutsideIdentity;
  onBackToSearch: () => void;
}

/** A form that explains what changes when two customers are linked, and asks which of their two names to keep. */
function LinkForm({ talk, other: chosenIdentity, onBackToSearch: goBack, close }: LinkFormProps) {
  const { t } = useTranslation("channels");
  const getErrorText = useErrorText();
  const getShownName = useVisitorNameFormatter();
  const { conversation_id: id, visitor, page } = talk;
  const [keptNameTalkId, setKeptNameTalkId] = useState(id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => linkPeople(id, { otherTalkId: chosenIdentity.conversation_id, keptNameTalkId }),
    onSuccess: () => {
      toast(t("linkedToast"));
      close();
    },
    onError: ignoreErrorShownByForm,
  });
  const nameChoices = [
    { id, name: visitor.name, page },
    { id: chosenIdentity.conversation_id, name: chosenIdentity.name, page: chosenIdentity.page },
  ];
  function submitLink(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isPending) mutate();
  }
  return (
    <form className={pages.form} onSubmit={submitLink}>
      <fieldset className={pages.group}>
        <legend>{t("linkName")}</legend>
        {nameChoices.map((nameChoice) => (
          <label key={nameChoice.id} className={pages.choice}>
            <input
              className="visually-hidden"
              type="radio"
              name="name"
              checked={nameChoice.id === keptNameTalkId}
              onChange={() => setKeptNameTalkId(nameChoice.id)}
              {...(nameChoice.id === keptNameTalkId && { "data-autofocus": true })}
            />
            <PlatformIcon platform={nameChoice.page.platform} size={22} showsName />
            <strong className={styles.name}>{getShownName(nameChoice.name)}</strong>
            <span>
              {platformNames[nameChoice.page.platform]} · {nameChoice.page.name}
            </span>
          </label>
        ))}
      </fieldset>
      <ul className={styles.effects}>
        <li>{t("linkEffectShared")}</li>
        <li>{t("linkEffectChats")}</li>
        <li>{t("linkEffectUndo")}</li>
      </ul>
      {error && (
        <p className={pages.error} role="alert">
          {getErrorText(error)}
        </p>
      )}
      <div className={pages.buttons}>
        <Button onClick={goBack}>{t("linkBack")}</Button>
        <Button type="submit" kind="primary" loading={isPending}>
          {t("linkAction")}
        </Button>
      </div>
    </form>
  );
}
