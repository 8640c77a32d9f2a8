import { isLanguage } from "@kakehashi/contract/languages";
import { getPublicProfile, type PublicProfile } from "@kakehashi/contract/profiles";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { createSamePageCheck } from "../../kit/same-page-check.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Popover } from "../../kit/ui/popover.tsx";
import { AvatarWithPresence, usePresenceText } from "../presence/avatar-with-presence.tsx";
import { LocalTime } from "../profiles/local-time.tsx";
import { fullNameInOtherScriptOf } from "../profiles/names.ts";
import { OtherLanguages } from "../profiles/other-languages.tsx";
import { roleBadgeTones, roleTextKeys } from "../profiles/roles.ts";
import styles from "./person-card.module.css";
import { startDirectConversation } from "./start.ts";

interface PersonCardProps {
  id: string;
  /** The position and size of the pressed name or picture. The card opens beside it. */
  anchorRect: DOMRect;
  userId: string;
  onClose: () => void;
}

/**
 * A card with information about a person. It opens beside the pressed name or picture. On a phone, it opens at the
 * bottom of the screen.
 */
export function PersonCard({
  id,
  anchorRect: { left, top, width, height },
  userId,
  onClose,
}: PersonCardProps) {
  return (
    <>
      <span className={styles.backdrop} />
      <Popover
        key={id}
        opened
        onChange={(isOpen) => isOpen || onClose()}
        position="right-start"
        width={320}
        middlewares={{ flip: true, shift: { padding: 8 } }}
        withRoles={false}
        returnFocus
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <span className={styles.anchor} style={{ left, top, width, height }} />
        </Popover.Target>
        <PersonCardContent id={id} isOwn={id === userId} close={onClose} />
      </Popover>
    </>
  );
}

function PersonCardContent({ id, isOwn, close }: { id: string; isOwn: boolean; close: () => void }) {
  const { t } = useTranslation(["room", "profiles"]);
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ["public-profile", id],
    queryFn: async ({ signal }) => (await call(getPublicProfile, { params: { id }, signal })).data,
  });
  function closeAndGoTo(address: string): void {
    close();
    void navigate(address);
  }
  const { mutate: openDirectChat, isPending } = useMutation({
    mutationFn: startDirectConversation,
  });
  function openChatWithPerson(): void {
    const isStillShown = createSamePageCheck();
    // React Query does not call this callback if the card is closed while the request runs. So the chat does not open
    // after the card was closed.
    openDirectChat(id, { onSuccess: (room) => isStillShown() && closeAndGoTo(`/chat/${room.id}`) });
  }
  return (
    <Popover.Dropdown
      className={styles.card ?? ""}
      role="dialog"
      aria-label={query.data?.name ?? t("profiles:person")}
    >
      <LoadedContent query={query} rows={2}>
        {(person) => <PersonSummary person={person} isOwn={isOwn} />}
      </LoadedContent>
      <div className={styles.actions}>
        {isOwn ? (
          <Button kind="primary" onClick={() => closeAndGoTo("/profile")} data-autofocus>
            {t("cardEdit")}
          </Button>
        ) : (
          <Button kind="primary" loading={isPending} onClick={openChatWithPerson} data-autofocus>
            {t("cardMessage")}
          </Button>
        )}
        <Link className={styles.profileLink ?? ""} to={`/profile/${id}`} onClick={close}>
          {t("cardWhole")}
        </Link>
      </div>
    </Popover.Dropdown>
  );
}

function PersonSummary({ person, isOwn }: { person: PublicProfile; isOwn: boolean }) {
  const { t, i18n } = useTranslation(["profiles", "common"]);
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const presence = usePresenceText(isOwn ? undefined : person.id);
  const otherName = fullNameInOtherScriptOf(person, reader);
  const { role, accepted, account_type, working_language, languages, time_zone, description } = person;
  return (
    <>
      <div className={styles.person}>
        {isOwn ? (
          <Avatar id={person.id} name={person.name} image={person.avatar} size={64} />
        ) : (
          <AvatarWithPresence person={person} size={64} />
        )}
        <div className={styles.names}>
          <p className={styles.name}>
            {person.name} <LanguageTag language={working_language} />
          </p>
          {otherName && <p className={styles.note}>{otherName}</p>}
          {presence && <p className={styles.note}>{presence}</p>}
        </div>
      </div>
      <p className={styles.badges}>
        <Badge tone={roleBadgeTones[role]}>{t(`common:${roleTextKeys[role]}`)}</Badge>
        {account_type === "COMPANY" && role !== "company" && <Badge>{t("common:roleCompany")}</Badge>}
        {accepted && <Badge tone="jade">{t("accepted")}</Badge>}
      </p>
      {working_language && <p>{t("worksIn", { language: nativeLanguageNames[working_language] })}</p>}
      <OtherLanguages languages={languages} workingLanguage={working_language} />
      {time_zone && (
        <p>
          <LocalTime zone={time_zone} />
        </p>
      )}
      {description && <p className={styles.about}>{description}</p>}
    </>
  );
}
