import { isSaidByBot } from "@kakehashi/contract/askable";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Glossary } from "../glossary/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { findLanguageSpeaker, withoutDeletedNames } from "../users/service.ts";
import * as asking from "./asking.ts";
import { createTranslationChanger } from "./change.ts";
import * as claims from "./claims.ts";
import { createDeletedNameRemoval } from "./deleted-names.ts";
import type { SubmittedText } from "./draft-merge.ts";
import { createTranslationDrafts, withEmptiedDraft } from "./drafts.ts";
import { createFigures } from "./figures.ts";
import { createFilling } from "./filling.ts";
import { updateTranslationsOnMessageChange } from "./follow.ts";
import { notifyOfHandOver, notifyOfSendingBack, type SentBackTranslation } from "./notices.ts";
import { createQuestionQueries } from "./questions.ts";
import { createTranslationQueries } from "./reading.ts";
import * as sendingBack from "./sending-back.ts";
import { createMessageTextSource } from "./source.ts";
import type { LockedTranslation, StepResult } from "./step.ts";
import * as steps from "./steps.ts";
import { createTranslationRequests } from "./wanted.ts";

export type Translations = ReturnType<typeof createTranslations>;

export interface TranslationDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  live: Live;
  rooms: Rooms;
  notifications: Notifications;
  messages: Messages;
  glossary: Glossary;
  projects: Pick<Projects, "requireJoined">;
  textLimiter: TextBytesLimiter;
}

interface MemoryHit {
  message_id: string;
  language: Language;
  version: number;
  revision: number;
}

/** Manages the translations of messages: requests, claims, texts, reviews and history. */
export function createTranslations({
  db,
  events,
  live,
  rooms,
  notifications,
  messages,
  glossary,
  projects,
  textLimiter,
  ...otherDependencies
}: TranslationDependencies) {
  const source = createMessageTextSource(messages);
  const { change, changeEachRow: changeRowOfEachLanguage } = createTranslationChanger(events, source);
  updateTranslationsOnMessageChange({
    db,
    events,
    messages,
    source,
    change,
    log: otherDependencies.log.child({ feature: "translations" }),
  });
  const { unitOf, ...reading } = createTranslationQueries({ db, messages, source });

  const drafts = createTranslationDrafts({ db, live, source });

  const createStepCall =
    <Given extends unknown[]>(
      createStep: (...given: Given) => (locked: LockedTranslation) => Promise<StepResult | null>,
    ) =>
    async (userId: string, messageId: string, language: Language, ...stepArguments: Given) => {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, createStep(...stepArguments));
      return unitOf(userId, message, language);
    };

  /** Runs a step that sends a translation back, and notifies the person who wrote it. */
  const createSendBackCall =
    (createStep: typeof sendingBack.runReject) =>
    async (
      userId: string,
      messageId: string,
      language: Language,
      reasonToSendBack: sendingBack.SendBackReason,
    ) => {
      const notifyWaiting = (
        tx: Kysely<DB>,
        message: Message,
        sentBackFields: Omit<SentBackTranslation, "message" | "language">,
      ) => notifyOfSendingBack(tx, { notifications, rooms }, { ...sentBackFields, message, language });
      return createStepCall(() => createStep(reasonToSendBack, notifyWaiting))(userId, messageId, language);
    };

  const figures = createFigures(db, rooms, projects);

  return {
    ...reading,
    ...createQuestionQueries({ db, messages, source }),
    ...createTranslationRequests(db, changeRowOfEachLanguage),
    ...createFilling(db, change),
    removeNamesOfDeletedPeople: createDeletedNameRemoval({ db, messages, source }),

    async submit(
      userId: string,
      messageId: string,
      language: Language,
      givenSubmission: steps.TranslationSubmission & SubmittedText,
      isResubmitted: boolean,
    ) {
      const message = await source.find(userId, messageId);
      textLimiter(userId, givenSubmission.content);
      const submission = {
        ...givenSubmission,
        content: await withoutDeletedNames(db, givenSubmission.content),
      };
      // Reads the glossary terms before the message is locked, because this query uses another database connection.
      const terms = submission.confirmed
        ? []
        : await glossary.listTermsIn(message.language, language, {
            userId,
            conversationId: message.conversation_id,
          });
      const submitStep = steps.createSubmitStep(submission, isResubmitted, terms);
      await drafts.inTurn(userId, () =>
        change(userId, message, language, withEmptiedDraft(submitStep, submission)),
      );
      await drafts.publishEmptiedDraft(userId, messageId, language);
      return unitOf(userId, message, language);
    },
    findDraft: drafts.findDraft,
    saveDraft: drafts.saveDraft,
    claim: createStepCall(() => claims.runClaimStep),
    release: createStepCall(() => claims.runReleaseStep),
    approve: createStepCall((readVersions: steps.SeenVersions) => steps.createApproveStep(readVersions)),

    /** Approves each translation in a separate transaction, so that one refusal does not stop the others. */
    async approveHits(userId: string, approvedHits: readonly MemoryHit[]) {
      const approvalResults: (Pick<MemoryHit, "message_id" | "language"> & { code: string | null })[] = [];
      for (const { message_id, language, ...seenVersions } of approvedHits) {
        const approvedTranslation = source
          .find(userId, message_id)
          .then((message) => change(userId, message, language, steps.createApproveStep(seenVersions, true)));
        const code = await approvedTranslation.then(
          () => null,
          (error: unknown) => {
            if (error instanceof AppError) return error.code;
            throw error;
          },
        );
        approvalResults.push({ message_id, language, code });
      }
      return approvalResults;
    },

    /**
     * Sends the question as a reply in the message's thread, then stores it. A repeated request with the same
     * `client_id` stores no second question. If the author of the message reads another language, also requests a
     * translation of the question.
     */
    async askAuthor(
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      messageId: string,
      language: Language,
      question: { client_id: string; content: string },
    ): Promise<Message> {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, claims.createQuestionCheckStep(message.user_id));
      const parent_id = message.parent_id ?? message.id;
      const questionMessage = await messages.send({ userId, writingLanguage }, message.conversation_id, {
        ...question,
        parent_id,
      });
      await change(userId, message, language, claims.createQuestionStep(questionMessage.id));
      const authorLanguage = (await findLanguageSpeaker(db, message.user_id))?.working_language;
      if (!authorLanguage || authorLanguage === questionMessage.language) return questionMessage;
      return change(userId, questionMessage, authorLanguage, asking.requestQuestionTranslationForAuthor);
    },
    reject: createSendBackCall(sendingBack.runReject),
    async request(userId: string, messageId: string, language: Language, reason: sendingBack.SendBackReason) {
      if (isSaidByBot(await source.find(userId, messageId))) throw new AppError("TRANSLATION.BY_BOT");
      return createSendBackCall(sendingBack.runRetranslationRequest)(userId, messageId, language, reason);
    },
    restore: createStepCall((versionToRestore: steps.VersionToRestore) =>
      steps.createRestoreStep(versionToRestore, textLimiter),
    ),

    async handOver(
      userId: string,
      messageId: string,
      language: Language,
      { user_id: otherId, note: handOverNote }: { user_id: string; note: string },
    ) {
      const message = await source.find(userId, messageId);
      const isMember = (tx: Kysely<DB>, id: string) => rooms.isMember(id, message.conversation_id, tx);
      const notifyPerson = (tx: Kysely<DB>, message: Message) =>
        notifyOfHandOver(tx, notifications, { userId, otherId, message, language, note: handOverNote });
      await change(
        userId,
        message,
        language,
        claims.createHandOverStep(otherId, handOverNote, isMember, notifyPerson),
      );
      return unitOf(userId, message, language);
    },

    figures: figures.read,
    defineBotFigures: figures.defineBotTexts,
  };
}
