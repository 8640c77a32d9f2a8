import type { Language } from "@kakehashi/contract/languages";
import type { MachineTrial } from "@kakehashi/contract/machine";
import type { MachineSuggestion, TranslationBeforeSending } from "@kakehashi/contract/machine-rooms";
import { canTranslate } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { TranslationMemory } from "../memory/service.ts";
import { detectLanguage, type Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import { MachineTranslationFailure } from "./failure.ts";
import type { MachineTranslator } from "./machine-translator.ts";
import * as store from "./switch-store.ts";

interface OnDemandTranslationDependencies {
  db: Kysely<DB>;
  rooms: Rooms;
  messages: Messages;
  memory: TranslationMemory;
  translator: MachineTranslator | null;
}

/** Returns the error if the translation provider has caused it. Throws any other error again. */
function requireTranslationFailure(error: unknown): MachineTranslationFailure {
  if (error instanceof MachineTranslationFailure) return error;
  throw error;
}

/**
 * Makes the machine translations that people request: a preview of their own text, a suggestion for a translator, or an
 * admin's test of the provider.
 */
export function createOnDemandTranslation({
  db,
  rooms,
  messages,
  memory,
  translator,
}: OnDemandTranslationDependencies) {
  async function requireTranslatorForRoom(roomId: string): Promise<MachineTranslator> {
    if (!translator) throw new AppError("MACHINE.NONE");
    if (!(await store.isMachineTranslationOn(db, roomId))) throw new AppError("MACHINE.ROOM");
    return translator;
  }

  /**
   * Translates a text before it is sent: with an approved pair from the translation memory, otherwise by machine. Null
   * if the text contains nothing to translate.
   */
  async function previewInLanguage(
    machine: MachineTranslator,
    text: { roomId: string; content: string; from: Language; writerLanguage: Language },
    language: Language,
  ): Promise<TranslationBeforeSending | null> {
    const { roomId, content, from, writerLanguage } = text;
    // Finds the translation that the translation memory would add to this message when it is sent.
    const approvedPair = await memory.findExactApproved({ from, to: language }, content, roomId);
    const translationOrigin = approvedPair ? "MEMORY" : "MACHINE";
    const previewWithoutTranslation = {
      language,
      translation: null,
      origin: translationOrigin,
      back: null,
    } as const;
    let translation: string | null;
    try {
      translation =
        approvedPair?.target ?? (await machine.translate(content, from, language, { storeAnswer: false }));
    } catch (error) {
      return { ...previewWithoutTranslation, problem: requireTranslationFailure(error).problem };
    }
    if (translation === null) return null;
    const previewWithTranslation = { ...previewWithoutTranslation, translation, problem: null };
    if (language === writerLanguage) return previewWithTranslation;
    try {
      return {
        ...previewWithTranslation,
        back: await machine.translate(translation, language, writerLanguage, { storeAnswer: false }),
      };
    } catch (error) {
      return { ...previewWithTranslation, problem: requireTranslationFailure(error).problem };
    }
  }

  return {
    async preview(
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      roomId: string,
      content: string,
    ) {
      await rooms.requireOpenRoom(userId, roomId);
      const machineTranslator = await requireTranslatorForRoom(roomId);
      const fromLanguage = detectLanguage(content, writingLanguage);
      const readerLanguages = await store.listLanguagesOfOthers(db, roomId, userId);
      const text = { roomId, content, from: fromLanguage, writerLanguage: writingLanguage };
      const previews = await Promise.all(
        readerLanguages
          .filter((language) => language !== fromLanguage)
          .map((language) => previewInLanguage(machineTranslator, text, language)),
      );
      return { from: fromLanguage, readings: previews.filter((preview) => preview !== null) };
    },

    async suggest(userId: string, messageId: string, to: Language): Promise<MachineSuggestion | null> {
      const message = await messages.findForMember(userId, messageId);
      const { content, language: fromLanguage, conversation_id } = message;
      if (fromLanguage === to) throw new AppError("TRANSLATION.SAME_LANGUAGE");
      const speaker = await findLanguageSpeaker(db, userId);
      if (!speaker || !canTranslate(speaker, { from: fromLanguage, to }))
        throw new AppError("TRANSLATION.LANGUAGES");
      if (!translator || message.deleted || !(await store.isMachineTranslationOn(db, conversation_id)))
        return null;
      const { provider } = translator;
      try {
        const translation = await translator.translate(content, fromLanguage, to);
        return translation === null ? null : { provider, translation, problem: null };
      } catch (error) {
        return { provider, translation: null, problem: requireTranslationFailure(error).problem };
      }
    },

    async tryTranslation(text: string, fromLanguage: Language, to: Language): Promise<MachineTrial> {
      if (!translator) throw new AppError("MACHINE.NONE");
      if (fromLanguage === to) throw new AppError("ERR.INPUT", { fields: { to: "choice" } });
      const startMs = performance.now();
      const measureElapsedMs = () => Math.round(performance.now() - startMs);
      try {
        const translation = await translator.translate(text, fromLanguage, to, {
          storeAnswer: false,
          ignorePause: true,
        });
        if (translation === null) throw new AppError("ERR.INPUT", { fields: { text: "invalid" } });
        return { translation, milliseconds: measureElapsedMs(), problem: null, reason: null };
      } catch (error) {
        const { problem, message: reason } = requireTranslationFailure(error);
        return { translation: null, milliseconds: measureElapsedMs(), problem, reason };
      }
    },
  };
}
