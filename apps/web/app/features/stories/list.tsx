import {
  type BotFlow,
  type BotFlowListItem,
  changeBotFlow,
  createBotFlow,
  getBotFlow,
  removeBotFlow,
  setBotFlowEnabled,
} from "@kakehashi/contract/bot-flows";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { IconCopy, IconDots, IconPencil, IconRoute, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Card, CardLink, Cards } from "../../kit/ui/cards.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { onPersonalEvent } from "../live/connection.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import styles from "./list.module.css";
import { NameDialog } from "./name-dialog.tsx";
import { cacheStory, storiesQuery } from "./queries.ts";
import { StoryStateBadge } from "./story-state-badge.tsx";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

export function StoryList({ bot }: { bot: Bot }) {
  const { t } = useTranslation("stories");
  const query = useQuery(storiesQuery(bot.id));
  useRenderEveryMinute();
  useEffect(
    () =>
      onPersonalEvent((event) => {
        if (event.type === "BOT_STORY_CHANGED" && event.bot_id === bot.id)
          void getQueryClient().invalidateQueries({ queryKey: storiesQuery(bot.id).queryKey });
      }),
    [bot.id],
  );
  const newStoryButton = canDoWithBot(bot.part, "edit") && <CreateStory bot={bot} />;
  return (
    <LoadedContent
      query={query}
      rows={4}
      emptyState={
        <EmptyState
          icon={<IconRoute size={28} stroke={1.5} aria-hidden="true" />}
          title={t("emptyTitle")}
          text={t("emptyText")}
          action={newStoryButton}
        />
      }
    >
      {(stories) => (
        <>
          <div className={styles.tools}>{newStoryButton}</div>
          <Cards layout="rows">
            {stories.map((story) => (
              <StoryRow key={story.id} bot={bot} story={story} />
            ))}
          </Cards>
        </>
      )}
    </LoadedContent>
  );
}

function CreateStory({ bot }: { bot: Bot }) {
  const { t } = useTranslation("stories");
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  async function createNamedStory(name: string): Promise<void> {
    const { data } = await call(createBotFlow, { params: { id: bot.id }, body: { name } });
    cacheStory(bot.id, data);
    await navigate(`/bots/${bot.id}/story/${data.id}`);
  }
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {t("new")}
      </Button>
      {isOpen && (
        <NameDialog
          title={t("new")}
          name=""
          action={t("create")}
          onClose={() => setIsOpen(false)}
          send={createNamedStory}
        />
      )}
    </>
  );
}

/** Returns the actions on a story: switching it on or off, copying it, and deleting it. */
function useStoryActions(bot: Bot, { id, name }: BotFlowListItem) {
  const { t } = useTranslation("stories");
  const params = { id: bot.id, fid: id };
  const enabledMutation = useMutation({
    mutationFn: async (is_enabled: boolean) =>
      (await call(setBotFlowEnabled, { params, body: { is_enabled } })).data,
    onSuccess(changedStory) {
      cacheStory(bot.id, changedStory);
      toast(t(changedStory.is_enabled ? "switchedOn" : "switchedOff"));
    },
  });
  const duplicate = useMutation({
    async mutationFn() {
      const { data } = await call(getBotFlow, { params });
      const nameOfCopy = t("copyName", { name }).slice(0, 200);
      return (
        await call(createBotFlow, { params: { id: bot.id }, body: { name: nameOfCopy, draft: data.draft } })
      ).data;
    },
    onSuccess(storyCopy) {
      cacheStory(bot.id, storyCopy);
      toast(t("duplicatedToast", { name }));
    },
  });
  const removeMutation = useMutation({
    mutationFn: () => call(removeBotFlow, { params }),
    onSuccess() {
      void getQueryClient().invalidateQueries({ queryKey: storiesQuery(bot.id).queryKey });
      toast(t("removedToast", { name }));
    },
  });
  async function confirmAndRemove(): Promise<void> {
    const title = t("removeTitle", { name });
    if (await askToConfirm({ title, text: t("removeText"), actionLabel: t("remove"), isDestructive: true }))
      removeMutation.mutate();
  }
  return { setEnabledMutation: enabledMutation, duplicate, confirmAndRemove };
}

function StoryRow({ bot, story }: { bot: Bot; story: BotFlowListItem }) {
  const { t } = useTranslation("stories");
  const { timeAgo, fullDateTime } = useFormat();
  const { setEnabledMutation, duplicate, confirmAndRemove } = useStoryActions(bot, story);
  const [isRenaming, setIsRenaming] = useState(false);
  const { edited_by: person, updated_at, name } = story;
  const canEdit = canDoWithBot(bot.part, "edit");
  return (
    <Card>
      <span className={styles.words}>
        <span className={styles.name}>
          <CardLink to={`/bots/${bot.id}/story/${story.id}`}>{name}</CardLink>
          <StoryStateBadge story={story} />
          {bot.start_flow_id === story.id && <Badge tone="indigo">{t("firstStory")}</Badge>}
        </span>
        <span className={styles.facts}>
          <Avatar id={person.id} name={person.name} image={person.avatar} size={20} />
          <PersonName person={person} />
          <time dateTime={updated_at} title={fullDateTime(updated_at)}>
            {t("changedAgo", { ago: timeAgo(updated_at) })}
          </time>
          {canEdit && !story.published && <span>{t("publishFirst")}</span>}
        </span>
      </span>
      <Checkbox
        role="switch"
        className={styles.switch ?? ""}
        label={t("on")}
        aria-label={t("onNamed", { name })}
        checked={story.is_enabled}
        disabled={!canEdit || !story.published || setEnabledMutation.isPending}
        onChange={({ currentTarget }) => setEnabledMutation.mutate(currentTarget.checked)}
      />
      {canEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t("actionsOf", { name })}>
              <IconDots size={20} stroke={1.6} aria-hidden="true" />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => setIsRenaming(true)}>
              {t("rename")}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy {...iconProps} />} onClick={() => duplicate.mutate()}>
              {t("duplicate")}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              data-grave
              leftSection={<IconTrash {...iconProps} />}
              onClick={() => void confirmAndRemove()}
            >
              {t("remove")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isRenaming && (
        <NameDialog
          title={t("rename")}
          name={name}
          action={t("save")}
          onClose={() => setIsRenaming(false)}
          send={(newName) => renameStory(bot.id, story, newName)}
        />
      )}
    </Card>
  );
}

/**
 * Renames a story. First fetches the story's newest revision, because the server refuses a request with an older one.
 * Somebody may have just saved a draft.
 */
async function renameStory(botId: string, { id: flowId }: BotFlowListItem, name: string): Promise<void> {
  const params = { id: botId, fid: flowId };
  const { data } = await call(getBotFlow, { params });
  const { data: savedStory } = await call(changeBotFlow, { params, body: { revision: data.revision, name } });
  const { overwritten: _, ...story } = savedStory;
  cacheStory(botId, story satisfies BotFlow);
}
