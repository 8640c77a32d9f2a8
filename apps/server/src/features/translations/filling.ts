import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { withoutDeletedNames } from "../users/service.ts";
import type { TranslationChanger } from "./change.ts";
import * as steps from "./fill-steps.ts";
import * as waitingStore from "./waiting-store.ts";

/**
 * Stores texts from machine translation and the translation memory, and lists the texts that wait for machine
 * translation.
 */
export function createFilling(db: Kysely<DB>, change: TranslationChanger["change"]) {
  return {
    /**
     * Stores a text from machine translation or the translation memory as a step of the server. Does nothing if a
     * person has written a current text, or if the original was changed after the text was made.
     */
    async fill(
      message: Message,
      language: Language,
      filledText: steps.MachineOrMemoryText,
    ): Promise<Message> {
      const content = await withoutDeletedNames(db, filledText.content);
      return change(
        null,
        message,
        language,
        steps.createFillStep({ ...filledText, content }, message.language),
      );
    },

    /**
     * Stores whether the text waits for machine translation until next month, because this month's budget is used up.
     */
    waitForMachine: (
      message: Message,
      language: Language,
      isWaiting: boolean,
      mayStillWait: (tx: Kysely<DB>) => Promise<boolean>,
    ): Promise<Message> =>
      change(null, message, language, steps.createWaitingForMachineStep(isWaiting, message, mayStillWait)),
    listWaitingForMachine: (page: { offset: number; limit: number }) =>
      waitingStore.listWaitingForMachine(db, page),
    listRoomsWaitingForMachine: () => waitingStore.listRoomIdsWaitingForMachine(db),
    listWaitingInRoom: (
      roomId: string,
      afterTranslation: waitingStore.TranslationWaitingForMachine | null,
      limit: number,
    ) => waitingStore.listWaitingForMachineInRoom(db, roomId, afterTranslation, limit),
    countWaitingForMachine: () => waitingStore.countWaitingForMachine(db),
  };
}
