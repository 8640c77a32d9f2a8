import {
  type StoryEditorReport,
  storyEditorDestination,
  storyEditorReportSchema,
} from "@kakehashi/contract/story-editor-reports";
import type { StoryEditorEvent } from "@kakehashi/contract/story-editors";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Live, LiveClient } from "../live/service.ts";
import { findNameIfMayEditStory } from "./story-editor-store.ts";

/**
 * Milliseconds between two checks that the connected editors may still edit. Other features can change a person's role
 * without an event, so the server must check regularly.
 */
const checkIntervalMs = 30_000;

const createStorySubject = (flowId: string) => `story-editors.${flowId}`;
const peopleSubject = "bot-people";

interface StoryEditorsDependencies {
  readonly db: Kysely<DB>;
  readonly bus: Bus;
  readonly live: Pick<Live, "watchClients">;
  readonly log: Log;
}

/** A client that is connected to this process and shows a story for editing. */
interface StoryEditor {
  readonly id: string;
  readonly client: LiveClient;
  /** What the client sent last: the editor's pointer position and selection. */
  report: StoryEditorReport;
  /** The editor's name. Null until it is known that the person may edit the story. */
  name: string | null;
  /** Unsubscribes from the pointer positions and selections of the story's other editors. */
  stopListening: () => void;
  /**
   * Counts the changes of the bot's list of people. If it has grown during a permission check, the check runs again.
   */
  peopleChangeCount: number;
}

/** A message between processes about a story's editors. */
interface EditorMessage {
  readonly event: StoryEditorEvent;
  /** The id of the editor who gets this message. If it is missing, all other editors of the story get the message. */
  readonly to?: string;
  /** True if the editor has just connected. The other editors then send their positions. */
  readonly isNew?: boolean;
}

function readReport(body: string): StoryEditorReport | undefined {
  try {
    return storyEditorReportSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return;
  }
}

/**
 * Shows each editor of a story where the other editors point and what they have selected. The positions are
 * kept in memory and sent over the bus. Nothing is stored.
 */
export function createStoryEditorPresence({ db, bus, live, log }: StoryEditorsDependencies) {
  const editors = new Map<LiveClient, StoryEditor>();
  const onError = (error: unknown) => log.error({ err: error }, "Checking an editor of a story failed.");

  function publishReport(
    { id, client, name, report }: StoryEditor,
    extraFields: Pick<EditorMessage, "to" | "isNew"> = {},
  ): void {
    if (name === null) return;
    const user = { id: client.userId, name };
    const event: StoryEditorEvent = { type: "BOT_STORY_EDITOR", editor_id: id, user, ...report };
    bus.publish(
      createStorySubject(report.flow_id),
      JSON.stringify({ ...extraFields, event } satisfies EditorMessage),
    );
  }

  function removeEditor(editor: StoryEditor): void {
    if (editors.get(editor.client) !== editor) return;
    editors.delete(editor.client);
    editor.stopListening();
    publishReport({ ...editor, report: { ...editor.report, is_here: false, cursor: null, selected: null } });
  }

  function subscribeToReports(editor: StoryEditor): () => void {
    const { id, client, report } = editor;
    return bus.subscribe(createStorySubject(report.flow_id), (payload) => {
      const { event, to = id, isNew }: EditorMessage = JSON.parse(payload);
      if (event.editor_id === id || to !== id) return;
      client.sendEvent(event);
      if (isNew) publishReport(editor, { to: event.editor_id });
    });
  }

  /**
   * Asks the database whether the person may edit the story. If so, the person joins the story's editors. Otherwise the
   * person is removed from them.
   */
  async function checkEditor(editor: StoryEditor): Promise<void> {
    const { peopleChangeCount } = editor;
    const name = await findNameIfMayEditStory(db, editor.client.userId, editor.report);
    if (editors.get(editor.client) !== editor) return;
    if (peopleChangeCount !== editor.peopleChangeCount) return checkEditor(editor);
    if (name === undefined) return removeEditor(editor);
    const isNewEditor = editor.name === null;
    editor.name = name;
    if (!isNewEditor) return;
    editor.stopListening = subscribeToReports(editor);
    // Subscribe before announcing this editor to the others. If two editors connect at the same time, the second one
    // then still receives the position that the first one sends in reply.
    publishReport(editor, { isNew: true });
  }

  function checkEditors(editorsToCheck: Iterable<StoryEditor>): void {
    for (const editor of [...editorsToCheck]) {
      editor.peopleChangeCount++;
      // An editor without a name is new, and their first permission check is still running. If the bot's list of people
      // changes during that check, the check runs again. So no second check is needed here.
      if (editor.name !== null) void checkEditor(editor).catch(onError);
    }
  }

  live.watchClients({
    stompReportDestination: storyEditorDestination,
    onDisconnect(client) {
      const editor = editors.get(client);
      if (editor) removeEditor(editor);
    },
    onReport(client, body) {
      const report = readReport(body);
      if (!report) return "That is no report of a story's editor.";
      const knownEditor = editors.get(client);
      const isSameStory =
        knownEditor?.report.flow_id === report.flow_id && knownEditor.report.bot_id === report.bot_id;
      if (knownEditor && (!isSameStory || !report.is_here)) removeEditor(knownEditor);
      if (!report.is_here) return null;
      if (knownEditor && isSameStory) {
        knownEditor.report = report;
        publishReport(knownEditor);
        return null;
      }
      const editor: StoryEditor = {
        id: newId(),
        client,
        report,
        name: null,
        stopListening() {},
        peopleChangeCount: 0,
      };
      editors.set(client, editor);
      void checkEditor(editor).catch((error) => {
        removeEditor(editor);
        onError(error);
      });
      return null;
    },
  });

  const stopListeningToPeople = bus.subscribe(peopleSubject, (botId) =>
    checkEditors([...editors.values()].filter(({ report }) => report.bot_id === botId)),
  );
  const checkTimer = setInterval(() => checkEditors(editors.values()), checkIntervalMs);
  checkTimer.unref();

  return {
    /** Tells all processes that the people of a bot have changed. Call it after the commit. */
    peopleChanged: (botId: string): void => bus.publish(peopleSubject, botId),
    close(): void {
      clearInterval(checkTimer);
      stopListeningToPeople();
      for (const editor of editors.values()) editor.stopListening();
    },
  };
}
