import type { VisitorTalk } from "@kakehashi/contract/bot-visitor-shapes";
import type { Language } from "@kakehashi/contract/languages";
import { CallFailure, createVisitorApi } from "./calls.ts";
import { createOutbox, type OutgoingMessage, type UploadRefusalReason } from "./outbox.ts";
import type { ChatRating } from "./rating.ts";
import { createBroadcastReporter } from "./reports.ts";
import { createTypingAndSeenSignals } from "./signs.ts";
import { createSessionTokenStore, type OuterTokenStore } from "./token.ts";
import { createTranscript, type ReceivedTranscript } from "./transcript.ts";

export interface PanelChatState extends ReceivedTranscript {
  readonly sessionPhase: "opening" | "open" | "failed" | "closed";
  /** Whether the chat survives a reload of the page. */
  readonly survivesReload: boolean;
  /** Whether an agent is writing to the visitor. */
  readonly isPersonTyping: boolean;
  readonly outgoing: readonly OutgoingMessage[];
}

const minimumRetryMs = 1_000;
const maximumRetryMs = 30_000;

/**
 * The state of a visitor's chat with a bot: the messages of the visitor and the bot, unsent messages, and the messages
 * of agents.
 */
export function createPanelChat(
  bot: { id: string; isOpen: boolean; language: Language },
  outerTokenStore: OuterTokenStore,
  onChange: (state: PanelChatState) => void,
  onRefusedFile: (reason: UploadRefusalReason) => void,
) {
  const visitorApi = createVisitorApi(bot.id);
  const tokens = createSessionTokenStore(bot.id, outerTokenStore);
  const transcript = createTranscript();
  const typingAndSeen = createTypingAndSeenSignals(visitorApi, () => publishState());
  /** The token of the session that the visitor has left. Null as soon as the next session has begun. */
  let formerSessionToken: string | null = null;
  let phase: PanelChatState["sessionPhase"] = "opening";
  let { language } = bot;
  /** Whether the visitor has chosen a language that the server does not know yet. */
  let isLanguageUnsent = false;
  let pollController: AbortController | null = null;

  const reports = createBroadcastReporter(async (broadcastReports) => {
    await visitorApi.report(tokens.getToken() ?? "", broadcastReports);
  });

  function publishState(): void {
    const receivedState = transcript.state();
    onChange({
      ...receivedState,
      sessionPhase: phase,
      survivesReload: tokens.isTokenStored(),
      isPersonTyping: receivedState.agentChatState === "OPEN" && typingAndSeen.isPersonTyping(),
      outgoing: outbox.list(),
    });
  }

  /**
   * Stores the part of a response that is about agents: their messages, and whether one of them is writing. Returns
   * whether anything has changed.
   */
  function applyAgentsResponse(talkResponse: VisitorTalk | null): boolean {
    if (!talkResponse) return false;
    const hasChanged = transcript.applyPeopleAnswer(talkResponse);
    if (talkResponse.is_typing || talkResponse.messages.length > 0)
      typingAndSeen.showTyping(talkResponse.is_typing);
    return hasChanged || talkResponse.is_typing;
  }

  const outbox = createOutbox(visitorApi, {
    async getSessionToken() {
      await sendChosenLanguage();
      return tokens.getToken();
    },
    answer: transcript.addTurns,
    onFileRefused: onRefusedFile,
    onSessionEnd: () => {
      phase = "closed";
    },
    change: publishState,
  });

  async function beginSession(): Promise<void> {
    phase = "opening";
    publishState();
    try {
      await tokens.ready();
      const token = tokens.getToken();
      if (token === null) {
        if (!bot.isOpen) throw new CallFailure(404);
        const visit = await visitorApi.start(language, formerSessionToken);
        formerSessionToken = null;
        tokens.set(visit.token);
        transcript.addTurns(visit);
      } else await fetchMissedTurns(token);
      phase = "open";
      void pollForNews();
    } catch (error) {
      const status = error instanceof CallFailure ? error.status : -1;
      if (status === 404 && tokens.getToken() !== null) {
        // The server has deleted this session, so begin a new one.
        tokens.set(null);
        return beginSession();
      }
      phase = status === 404 ? "closed" : "failed";
    }
    publishState();
  }

  async function fetchMissedTurns(token: string): Promise<void> {
    for (;;) {
      const response = await visitorApi.list(token, transcript.position(), false);
      transcript.addTurns(response);
      applyAgentsResponse(response.people);
      if (!response.has_more && !response.people?.has_more) return;
    }
  }

  /**
   * Polls for new messages of the bot and of agents while the page is visible. The server delays its response until
   * there are some.
   */
  async function pollForNews(): Promise<void> {
    if (pollController) return;
    const controller = new AbortController();
    pollController = controller;
    let retryMs = minimumRetryMs;
    while (!controller.signal.aborted) {
      const token = tokens.getToken();
      if (token === null) break;
      try {
        const response = await visitorApi.list(token, transcript.position(), true, controller.signal);
        retryMs = minimumRetryMs;
        reports.again();
        transcript.addTurns(response);
        const hasChanged = applyAgentsResponse(response.people);
        if (hasChanged || response.messages.length > 0) publishState();
      } catch (error) {
        if (controller.signal.aborted) break;
        if (error instanceof CallFailure && error.status === 404) break;
        await sleepUnlessAborted(retryMs, controller.signal);
        retryMs = Math.min(2 * retryMs, maximumRetryMs);
      }
    }
    if (pollController === controller) pollController = null;
  }

  function stopPolling(): void {
    pollController?.abort();
    pollController = null;
  }

  /** Sends the visitor's language to the server. If that fails, the next message sends it. */
  async function sendChosenLanguage(): Promise<void> {
    const token = tokens.getToken();
    if (!isLanguageUnsent || token === null) return;
    const sentLanguage = language;
    try {
      await visitorApi.setLanguage(token, sentLanguage);
      if (sentLanguage === language) isLanguageUnsent = false;
    } catch {
      // The request has failed, so the bot still uses the former language.
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") stopPolling();
    else if (phase === "open") void pollForNews();
  });
  addEventListener("online", () => {
    stopPolling();
    if (phase === "open") void pollForNews();
    if (phase === "failed") void beginSession();
  });

  return {
    begin: (): void => {
      void beginSession();
    },
    send(content: string, choice: string | null = null): void {
      outbox.add({ content, choice, file: null });
    },
    sendFile(file: File): void {
      outbox.add({ content: file.name, choice: null, file });
    },
    tryAgain(): void {
      outbox.tryAgain();
    },
    /** Tells the server that the bot should use this language from now on. */
    setLanguage(chosenLanguage: Language): void {
      language = chosenLanguage;
      isLanguageUnsent = true;
      void sendChosenLanguage();
    },
    tellTyping(): void {
      if (transcript.state().agentChatState === "OPEN") typingAndSeen.tellTyping(tokens.getToken());
    },
    tellSeen: (): void => typingAndSeen.tellSeen(tokens.getToken(), transcript.state().agentMessages),
    rate: (givenRating: ChatRating): Promise<object> => visitorApi.rate(tokens.getToken() ?? "", givenRating),
    watchBroadcast: reports.watch,
    file: (id: string): Promise<Blob> => visitorApi.loadFile(tokens.getToken() ?? "", id),
    /** Forgets the present session of the visitor and begins a new one. */
    restart(): void {
      stopPolling();
      reports.clear();
      formerSessionToken = tokens.getToken() ?? formerSessionToken;
      // Forget the session's token only in memory, because the browser's storage keeps it until the next session
      // replaces it. If the next session cannot begin, a reload opens the present session again.
      tokens.leave();
      transcript.clear();
      typingAndSeen.forget();
      outbox.clear();
      void beginSession();
    },
  };
}

/** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
