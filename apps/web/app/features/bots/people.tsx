import { type BotRole, botRoles, canDoWithBot } from "@kakehashi/contract/bot-permissions";
import { type Bot, type PersonWithBotRole, removeBotPerson } from "@kakehashi/contract/bots";
import { IconUserMinus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { useHashScrollRef } from "../../kit/ui/use-hash-target.ts";
import { offerUndo } from "../../kit/undo.ts";
import { useAccount } from "../auth/session.ts";
import { PersonLine } from "../profiles/person-line.tsx";
import { AddPersonDialog } from "./add-person.tsx";
import styles from "./bots.module.css";
import list from "./people.module.css";
import { cacheBot, removeCachedBot, setBotPersonRole } from "./queries.ts";

/**
 * The list of the people who work on a bot. Owners can change what each of them may do, and can remove them. Everybody
 * can leave the bot.
 */
export function BotPeople({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const [isAdding, setIsAdding] = useState(false);
  const mayManage = canDoWithBot(bot.part, "manage");
  const sectionRef = useHashScrollRef<HTMLElement>("bot-people");
  return (
    <section className={styles.section} aria-labelledby="bot-people" ref={sectionRef}>
      <div className={styles.sectionHead}>
        <h2 id="bot-people">{t("people")}</h2>
        {mayManage && <Button onClick={() => setIsAdding(true)}>{t("addPerson")}</Button>}
      </div>
      <p className={styles.hint}>{t("peopleHint")}</p>
      <ul className={list.people}>
        {bot.people.map((person) => (
          <BotPersonRow key={person.user.id} bot={bot} person={person} mayManage={mayManage} />
        ))}
      </ul>
      {isAdding && <AddPersonDialog bot={bot} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function BotPersonRow({
  bot,
  person,
  mayManage,
}: {
  bot: Bot;
  person: PersonWithBotRole;
  mayManage: boolean;
}) {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const navigate = useNavigate();
  const { user, part } = person;
  const isSelf = user.id === account?.id;
  const changeRoleMutation = useMutation({
    mutationFn: (newRole: BotRole) => setBotPersonRole(bot.id, user.id, newRole),
    onSuccess: (_, newRole) => toast(t("partGiven", { name: user.name, part: t(`part_${newRole}`) })),
  });
  const removePerson = useMutation({
    mutationFn: () => call(removeBotPerson, { params: { id: bot.id, user_id: user.id } }),
    async onSuccess() {
      if (isSelf && account?.role !== "admin") {
        await navigate("/bots", { replace: true });
        removeCachedBot(bot.id);
        toast(t("leftToast", { name: bot.name }));
        return;
      }
      cacheBot({ ...bot, people: bot.people.filter((botPerson) => botPerson.user.id !== user.id) });
      offerUndo(t("personRemoved", { name: user.name }), () => setBotPersonRole(bot.id, user.id, part));
    },
  });
  async function leaveBot(): Promise<void> {
    const question = {
      title: t("leaveBotTitle"),
      text: t("leaveBotText"),
      actionLabel: t("leaveBot"),
      isDestructive: true,
    };
    if (await askToConfirm(question)) removePerson.mutate();
  }
  return (
    <li className={list.person}>
      <PersonLine opensCard person={user} />
      <span className={list.personActions}>
        {user.role === "admin" && part !== "OWNER" && <span className={styles.hint}>{t("adminCanAll")}</span>}
        {mayManage ? (
          <Select
            aria-label={t("partOf", { name: user.name })}
            value={part}
            disabled={changeRoleMutation.isPending}
            onChange={({ currentTarget: { value } }) => {
              const chosenRole = botRoles.find((botPart) => botPart === value);
              if (chosenRole) changeRoleMutation.mutate(chosenRole);
            }}
          >
            {botRoles.map((botPart) => (
              <option key={botPart} value={botPart}>
                {t(`part_${botPart}`)}
              </option>
            ))}
          </Select>
        ) : (
          <Badge tone={part === "OWNER" ? "indigo" : "plain"}>{t(`part_${part}`)}</Badge>
        )}
        {(mayManage || isSelf) && (
          <IconButton
            label={isSelf ? t("leaveBot") : t("removePerson", { name: user.name })}
            disabled={removePerson.isPending}
            onClick={() => (isSelf ? void leaveBot() : removePerson.mutate())}
          >
            <IconUserMinus size={20} stroke={1.6} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
