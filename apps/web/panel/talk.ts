import type { VisitInput, VisitorPeople, VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import type { Language } from "@kakehashi/contract/languages";
import { CallFailure, createCalls, type TurnsAnswer } from "./calls.ts";
import { createOutbox, type FileFailure, type Outgoing } from "./outbox.ts";
import type { GivenRating } from "./rating.ts";
import { createReports } from "./reports.ts";
import { createTypingAndSeen } from "./signs.ts";
import { createTokens, type TokenKeeper } from "./token.ts";

export type PersonMessage = VisitorPeople["messages"][number];

export interface TalkState {
  readonly phase: "opening" | "open" | "failed" | "closed";
  /** Whether the talk goes on after the page is loaded again. */
  readonly survivesReload: boolean;
  readonly turns: readonly VisitorTurn[];
  /** The messages of people. Empty as long as only the bot answers. */
  readonly people: readonly PersonMessage[];
  /** The state of the talk with people. Null while only the bot answers. */
  readonly peopleState: VisitorPeople["state"] | null;
  /** When people are there again. Null while they are there, and if nobody knows. */
  readonly opensAt: string | null;
  /** Whether a person is writing. */
  readonly isPersonTyping: boolean;
  /** The closed round that the visitor is asked to rate. Null if there is none. */
  readonly ratingRound: number | null;
  readonly outgoing: readonly Outgoing[];
  readonly input: VisitInput | null;
}

const minimumRetryMs = 1_000;
const maximumRetryMs = 30_000;

/** A visitor's talk with a bot: the turns, the messages that are being sent, and the messages from people. */
export function createTalk(
  bot: { id: string; isOpen: boolean; language: Language },
  keeper: TokenKeeper,
  onChange: (state: TalkState) => void,
  onRefusedFile: (reason: FileFailure) => void,
) {
  const calls = createCalls(bot.id);
  const tokens = createTokens(bot.id, keeper);
  const turns = new Map<number, VisitorTurn>();
  const people = new Map<string, PersonMessage>();
  let peopleState: VisitorPeople["state"] | null = null;
  let opensAt: string | null = null;
  let ratingRound: number | null = null;
  const signs = createTypingAndSeen(calls, () => report());
  let seq = 0;
  /** The token of the session that the visitor leaves, until the next one has begun. */
  let leftToken: string | null = null;
  let input: VisitInput | null = null;
  let phase: TalkState["phase"] = "opening";
  let { language } = bot;
  /** Whether the server does not know the visitor's choice yet. */
  let isLanguageUnsent = false;
  let listenController: AbortController | null = null;

  const reports = createReports(async (acts) => {
    await calls.report(tokens.getToken() ?? "", acts);
  });

  const sortedTurns = () => [...turns.values()].sort((a, b) => a.number - b.number);
  const report = () =>
    onChange({
      phase,
      survivesReload: tokens.isTokenStored(),
      turns: sortedTurns(),
      people: [...people.values()],
      peopleState,
      opensAt,
      isPersonTyping: peopleState === "OPEN" && signs.isPersonTyping(),
      ratingRound,
      outgoing: outbox.list(),
      input,
    });
  /**
   * Returns the number of the last turn before the first gap. A gap appears if a timer's turn comes between a message
   * and its answer.
   */
  function lastNumberWithoutGap(): number {
    let number = 0;
    while (turns.has(number + 1)) number++;
    return number;
  }

  function addTurns({ messages, input: asked }: TurnsAnswer): void {
    const newest = Math.max(0, ...turns.keys());
    for (const turn of messages) turns.set(turn.number, turn);
    // An older answer has an older `input`, so it is ignored.
    if (messages.length === 0 || Math.max(...messages.map(({ number }) => number)) >= newest) input = asked;
  }

  /** Returns whether the answer has something new. */
  function addPeople(answer: VisitorPeople | null): boolean {
    if (!answer) return false;
    const isNew =
      answer.state !== peopleState ||
      answer.opens_at !== opensAt ||
      answer.rating_round !== ratingRound ||
      answer.messages.length > 0;
    peopleState = answer.state;
    opensAt = answer.opens_at;
    ratingRound = answer.rating_round;
    seq = Math.max(seq, answer.seq);
    for (const message of answer.messages) people.set(message.id, message);
    if (answer.is_typing || answer.messages.length > 0) signs.showTyping(answer.is_typing);
    return isNew || answer.is_typing;
  }
  const outbox = createOutbox(calls, {
    async beforeSend() {
      await tellLanguage();
      return tokens.getToken();
    },
    answer: addTurns,
    refusedFile: onRefusedFile,
    sessionEnd: () => {
      phase = "closed";
    },
    change: report,
  });
  const knownPosition = () => ({ since: lastNumberWithoutGap(), seq });

  async function begin(): Promise<void> {
    phase = "opening";
    report();
    try {
      await tokens.ready();
      const token = tokens.getToken();
      if (token === null) {
        if (!bot.isOpen) throw new CallFailure(404);
        const visit = await calls.start(language, leftToken);
        leftToken = null;
        tokens.set(visit.token);
        addTurns(visit);
      } else await fetchMissedTurns(token);
      phase = "open";
      void listen();
    } catch (error) {
      const status = error instanceof CallFailure ? error.status : -1;
      if (status === 404 && tokens.getToken() !== null) {
        // The server has deleted this session. Begin a new one.
        tokens.set(null);
        return begin();
      }
      phase = status === 404 ? "closed" : "failed";
    }
    report();
  }

  async function fetchMissedTurns(token: string): Promise<void> {
    for (;;) {
      const answer = await calls.list(token, knownPosition(), false);
      addTurns(answer);
      addPeople(answer.people);
      if (!answer.has_more && !answer.people?.has_more) return;
    }
  }

  /** Waits for new turns and messages while the page is visible. */
  async function listen(): Promise<void> {
    if (listenController) return;
    const controller = new AbortController();
    listenController = controller;
    let retryMs = minimumRetryMs;
    while (!controller.signal.aborted) {
      const token = tokens.getToken();
      if (token === null) break;
      try {
        const answer = await calls.list(token, knownPosition(), true, controller.signal);
        retryMs = minimumRetryMs;
        reports.again();
        addTurns(answer);
        const isNew = addPeople(answer.people);
        if (isNew || answer.messages.length > 0) report();
      } catch (error) {
        if (controller.signal.aborted) break;
        if (error instanceof CallFailure && error.status === 404) break;
        await sleep(retryMs, controller.signal);
        retryMs = Math.min(2 * retryMs, maximumRetryMs);
      }
    }
    if (listenController === controller) listenController = null;
  }

  function stopListening(): void {
    listenController?.abort();
    listenController = null;
  }

  /** Tells the server the chosen language. If that fails, the next message tries again. */
  async function tellLanguage(): Promise<void> {
    const token = tokens.getToken();
    if (!isLanguageUnsent || token === null) return;
    const sentLanguage = language;
    try {
      await calls.setLanguage(token, sentLanguage);
      if (sentLanguage === language) isLanguageUnsent = false;
    } catch {
      // If the call fails, the visitor can go on in the former language.
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") stopListening();
    else if (phase === "open") void listen();
  });
  addEventListener("online", () => {
    stopListening();
    if (phase === "open") void listen();
    if (phase === "failed") void begin();
  });

  return {
    begin: (): void => {
      void begin();
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
    /** Makes the bot go on in this language. */
    setLanguage(chosen: Language): void {
      language = chosen;
      isLanguageUnsent = true;
      void tellLanguage();
    },
    tellTyping(): void {
      if (peopleState === "OPEN") signs.tellTyping(tokens.getToken());
    },
    tellSeen: (): void => signs.tellSeen(tokens.getToken(), [...people.values()]),
    rate: (givenRating: GivenRating): Promise<object> => calls.rate(tokens.getToken() ?? "", givenRating),
    watchBroadcast: reports.watch,
    file: (id: string): Promise<Blob> => calls.loadFile(tokens.getToken() ?? "", id),
    /** Forgets this session and begins a new one. */
    restart(): void {
      stopListening();
      reports.clear();
      leftToken = tokens.getToken() ?? leftToken;
      // The stored token is replaced once the next session has begun. If that fails, a reload opens this session again.
      tokens.leave();
      turns.clear();
      people.clear();
      peopleState = null;
      opensAt = null;
      ratingRound = null;
      signs.forget();
      seq = 0;
      outbox.clear();
      input = null;
      void begin();
    },
  };
}

/** Resolves after `ms` milliseconds, or at once if the signal is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
