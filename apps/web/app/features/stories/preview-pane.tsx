import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { FlowSession } from "@kakehashi/contract/flows/session";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { IconRefresh } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { formatPlatformName } from "../bots/platform-names.ts";
import { createVariableFormatter } from "../bots/variable-text.ts";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import panes from "./panes.module.css";
import { type PreviewedConversation, playStory } from "./play.ts";
import { NextEventControls } from "./preview-answer.tsx";
import styles from "./preview-pane.module.css";
import { findTodayInDeviceTimeZone } from "./preview-today.ts";
import { PreviewTurn } from "./preview-turn.tsx";
import { storyQuery } from "./queries.ts";

/** Plays all events so far with the present draft. When the story jumps to another story, loads that story's draft. */
function usePlayedConversation(language: Language, events: readonly FlowEvent[]): PreviewedConversation {
  const { botId, storyId, languages, storyNames } = useBuilder();
  const flow = useEditorState((state) => state.flow);
  const [neededStoryIds, setNeededStoryIds] = useState<readonly string[]>([]);
  const drafts = useQueries({
    queries: neededStoryIds.map((id) => storyQuery(botId, id)),
    combine: (queries) =>
      new Map(queries.map(({ data, error }, index) => [neededStoryIds[index], error ? null : data?.draft])),
  });
  const playedConversation = useMemo(() => {
    const draftOf = (id: string) => {
      if (id === storyId) return flow;
      return storyNames.has(id) ? drafts.get(id) : null;
    };
    return playStory({ storyId, languages, language, events, findDraft: draftOf });
  }, [storyId, flow, languages, language, events, drafts, storyNames]);
  const { unloadedStoryId } = playedConversation;
  if (unloadedStoryId !== null && !neededStoryIds.includes(unloadedStoryId))
    setNeededStoryIds([...neededStoryIds, unloadedStoryId]);
  return playedConversation;
}

/** The preview of a story, as visitors would see it. It sends nothing to visitors or to other servers. */
export function PreviewPane() {
  const { t } = useTranslation("stories");
  const { languages, platforms } = useBuilder();
  const { t: tBots } = useTranslation("bots");
  const [platform, setPlatform] = useState<BotPlatform>(() =>
    platforms.includes("WEB") ? "WEB" : (platforms[0] ?? "WEB"),
  );
  const [language, setLanguage] = useState<Language>(languages[0] ?? "en");
  const [events, setEvents] = useState<readonly FlowEvent[]>(() => [
    { type: "start", today: findTodayInDeviceTimeZone() },
  ]);
  const playedConversation = usePlayedConversation(language, events);
  const log = useRef<HTMLDivElement>(null);
  const count = playedConversation.turns.length;
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  const addEvent = (event: FlowEvent) => setEvents((previousEvents) => [...previousEvents, event]);
  const restartConversation = () => setEvents([{ type: "start", today: findTodayInDeviceTimeZone() }]);
  return (
    <div className={styles.preview}>
      <div className={styles.tools}>
        {platforms.some((botPlatform) => botPlatform !== "WEB") && (
          <Select
            aria-label={tBots("previewPlatform")}
            value={platform}
            onChange={({ currentTarget: { value } }) =>
              setPlatform(platforms.find((knownPlatform) => knownPlatform === value) ?? platform)
            }
          >
            {platforms.map((platformOption) => (
              <option key={platformOption} value={platformOption}>
                {formatPlatformName(platformOption, tBots)}
              </option>
            ))}
          </Select>
        )}
        {languages.length > 1 && (
          <Select
            aria-label={t("visitorLanguage")}
            value={language}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
          >
            {languages.map((languageOption) => (
              <option key={languageOption} value={languageOption}>
                {nativeLanguageNames[languageOption]}
              </option>
            ))}
          </Select>
        )}
        <Button
          size="xs"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
          onClick={restartConversation}
        >
          {t("restart")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys. */}
      <div ref={log} className={styles.log} role="log" aria-label={t("conversation")} tabIndex={0}>
        {playedConversation.turns.map((turn, index) => (
          <PreviewTurn
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end.
            key={index}
            turn={turn}
            platform={platform}
            language={language}
            isLast={index === count - 1 && playedConversation.session.state.kind === "asking"}
            onChoose={(chosenItemId, text) =>
              addEvent({
                type: "message",
                today: findTodayInDeviceTimeZone(),
                text,
                choice: chosenItemId,
                file: null,
              })
            }
          />
        ))}
      </div>
      <CurrentBlockButton session={playedConversation.session} storyId={playedConversation.currentStoryId} />
      <NextEventControls session={playedConversation.session} language={language} onEvent={addEvent} />
      <SessionVariables
        session={playedConversation.session}
        dateVariableNames={playedConversation.dateVariableNames}
      />
    </div>
  );
}

/** A button that selects the block at which the previewed conversation waits. */
function CurrentBlockButton({ session: { state }, storyId }: { session: FlowSession; storyId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const builder = useBuilder();
  const flow = useEditorState(({ flow }) => flow);
  const currentBlock =
    "block_id" in state && storyId === builder.storyId ? findBlock(flow, state.block_id) : undefined;
  if (!currentBlock) return null;
  const { group, block } = currentBlock;
  return (
    <div>
      <Button
        kind="quiet"
        size="xs"
        onClick={() => editor.select({ groupId: group.id, blockId: block.id }, { focus: true })}
      >
        {t("showBlock")}
      </Button>
    </div>
  );
}

function SessionVariables({
  session: { variables, tags },
  dateVariableNames,
}: {
  session: FlowSession;
  dateVariableNames: readonly string[];
}) {
  const { t, i18n } = useTranslation("stories");
  const formatVariable = createVariableFormatter({ date_variables: dateVariableNames }, i18n.language);
  if (variables.length === 0 && tags.length === 0) return null;
  return (
    <details className={styles.variables}>
      <summary>{t("remembered", { number: variables.length + tags.length })}</summary>
      <dl>
        {variables.map((variable) => (
          <div key={variable.name}>
            <dt className={panes.code}>{variable.name}</dt>
            <dd>{formatVariable(variable)}</dd>
          </div>
        ))}
        {tags.length > 0 && (
          <div>
            <dt>{t("tags")}</dt>
            <dd>{tags.join(", ")}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
