import {
  type PublishedBotFlowVersion,
  republishBotFlowVersion,
  type StoredBotFlowSave,
} from "@kakehashi/contract/bot-flow-history";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { useBuilder } from "./builder.ts";
import { hasDifferences } from "./differences.ts";
import { DifferencesView } from "./differences-view.tsx";
import { useEditor, useEditorState } from "./editor.ts";
import styles from "./history-pane.module.css";
import panes from "./panes.module.css";
import { cacheStory, savedDraftsQuery, storyVersionsQuery, versionOrSaveQuery } from "./queries.ts";

/**
 * A pane with the published versions and the saved drafts of a story. Each can be compared with the present draft, and
 * restored.
 */
export function HistoryPane() {
  const { t } = useTranslation("stories");
  const [selectedTab, setSelectedTab] = useState<"versions" | "saves">("versions");
  useRenderEveryMinute();
  return (
    <div className={panes.body}>
      <Tabs
        id="story-history"
        label={t("history")}
        tabs={[
          { key: "versions", label: t("versions") },
          { key: "saves", label: t("saves") },
        ]}
        open={selectedTab}
        onOpen={setSelectedTab}
      />
      <div id="story-history-panel">{selectedTab === "versions" ? <StoryVersions /> : <StorySaves />}</div>
    </div>
  );
}

function StoryVersions() {
  const { t } = useTranslation("stories");
  const { botId, storyId, canEdit } = useBuilder();
  const query = useInfiniteQuery(storyVersionsQuery(botId, storyId));
  const publishMutation = useMutation({
    mutationFn: async (number: number) =>
      (
        await call(republishBotFlowVersion, {
          params: { id: botId, fid: storyId, number: String(number) },
        })
      ).data,
    onSuccess(story) {
      cacheStory(botId, story);
      toast(t("publishedToast", { version: story.published?.number ?? 1 }));
    },
  });
  async function confirmAndPublish(number: number): Promise<void> {
    const title = t("publishAgainTitle", { version: number });
    if (await askToConfirm({ title, text: t("publishAgainText"), actionLabel: t("publish") }))
      publishMutation.mutate(number);
  }
  return (
    <LoadedContent
      query={query}
      emptyState={<EmptyState title={t("neverPublished")} text={t("neverPublishedText")} />}
    >
      {(versions) => (
        <>
          <ol className={styles.entries}>
            {versions.map((version: PublishedBotFlowVersion) => (
              <HistoryEntry
                key={version.number}
                kind="version"
                number={version.number}
                person={version.user}
                savedAt={version.created_at}
                name={t("versionNumber", { version: version.number })}
                stateBadge={version.is_current && <Badge tone="jade">{t("current")}</Badge>}
                action={
                  canEdit &&
                  !version.is_current && (
                    <Button
                      kind="quiet"
                      size="xs"
                      loading={publishMutation.isPending}
                      onClick={() => void confirmAndPublish(version.number)}
                    >
                      {t("publishAgain")}
                    </Button>
                  )
                }
              />
            ))}
          </ol>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

function StorySaves() {
  const { t } = useTranslation("stories");
  const { botId, storyId } = useBuilder();
  const query = useInfiniteQuery(savedDraftsQuery(botId, storyId));
  return (
    <LoadedContent query={query}>
      {(savedDrafts) => (
        <>
          <p className={panes.note}>{t("savesNote")}</p>
          <ol className={styles.entries}>
            {savedDrafts.map((savedDraft: StoredBotFlowSave) => (
              <HistoryEntry
                key={savedDraft.number}
                kind="save"
                number={savedDraft.number}
                person={savedDraft.user}
                savedAt={savedDraft.changed_at}
                name={t("saveNumber", { number: savedDraft.number })}
                stateBadge={savedDraft.is_published && <Badge>{t("wasPublished")}</Badge>}
              />
            ))}
          </ol>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

interface HistoryEntryProps {
  kind: "version" | "save";
  number: number;
  person: StoredBotFlowSave["user"];
  savedAt: string;
  name: string;
  stateBadge: ReactNode;
  action?: ReactNode;
}

function HistoryEntry({ kind, number, person, savedAt, name, stateBadge, action }: HistoryEntryProps) {
  const { t } = useTranslation("stories");
  const { timeAgo, fullDateTime } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles.entry}>
      <span className={styles.name}>
        {name}
        {stateBadge}
      </span>
      <span className={styles.facts}>
        <Avatar id={person.id} name={person.name} image={person.avatar} size={20} />
        <PersonName person={person} />
        <time dateTime={savedAt} title={fullDateTime(savedAt)}>
          {timeAgo(savedAt)}
        </time>
      </span>
      <span className={styles.acts}>
        <Button kind="quiet" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t("differences")}
          <span className="visually-hidden">{name}</span>
        </Button>
        {action}
      </span>
      {isOpen && <ComparisonWithDraft kind={kind} number={number} name={name} />}
    </li>
  );
}

function ComparisonWithDraft({ kind, number, name }: Pick<HistoryEntryProps, "kind" | "number" | "name">) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { botId, storyId, canEdit } = useBuilder();
  const flow = useEditorState((state) => state.flow);
  const query = useQuery(versionOrSaveQuery(botId, storyId, kind, number));
  return (
    <LoadedContent query={query} rows={2}>
      {(olderFlow) => (
        <>
          <DifferencesView before={olderFlow} after={flow} />
          {canEdit && hasDifferences(olderFlow, flow) && (
            <div>
              <Button
                size="xs"
                onClick={() => {
                  editor.edit(() => olderFlow);
                  toast(t("takenToast", { name }));
                }}
              >
                {t("takeBack")}
              </Button>
            </div>
          )}
        </>
      )}
    </LoadedContent>
  );
}
