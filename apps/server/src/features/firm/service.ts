import {
  blankFirm,
  convertFirmToLanguage,
  type Firm,
  type FirmInAllLanguages,
  type FirmInLanguage,
  type FirmTextByLanguage,
} from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import * as store from "./store.ts";

export type FirmService = ReturnType<typeof createFirm>;

const emptyTexts: FirmTextByLanguage = { en: "", vi: "", ja: "" };
const emptyFirm: Firm = {
  ...blankFirm,
  registered_name: emptyTexts,
  address: emptyTexts,
  city: emptyTexts,
  reply_time: emptyTexts,
  people: [],
  version: 0,
  updated_at: null,
  changed_by: null,
};

/** Returns the names of the fields whose values differ, in the order of the fields in `factsAfter`. */
function listChangedFields(factsBefore: FirmInAllLanguages, factsAfter: FirmInAllLanguages): string[] {
  // Sorts the property names before comparing, because the database does not keep their order.
  const toComparableJson = (value: unknown) =>
    JSON.stringify(value, (_, jsonValue) =>
      jsonValue !== null && typeof jsonValue === "object" && !Array.isArray(jsonValue)
        ? Object.fromEntries(Object.entries(jsonValue).sort(([a], [b]) => (a < b ? -1 : 1)))
        : jsonValue,
    );
  return (Object.keys(factsAfter) as (keyof FirmInAllLanguages)[]).filter(
    (field) => toComparableJson(factsBefore[field]) !== toComparableJson(factsAfter[field]),
  );
}

/** Reads and changes the public facts about the firm that runs this site, such as its name and address. */
export function createFirm({ db, events }: { db: Kysely<DB>; events: Events }) {
  const findFirmFacts = async (tx: Kysely<DB> = db): Promise<Firm> => (await store.findFirm(tx)) ?? emptyFirm;

  return {
    findFirmFacts,

    async findForReader(language: Language): Promise<FirmInLanguage> {
      return convertFirmToLanguage(await findFirmFacts(), language);
    },

    /** Returns the URLs of the pictures of the firm's people. */
    async pictures(): Promise<string[]> {
      return (await findFirmFacts()).people.flatMap(({ picture }) => picture ?? []);
    },

    async change(
      firmFacts: FirmInAllLanguages,
      version: number | undefined,
      author: AuditAuthor,
    ): Promise<Firm> {
      const changedFirm = await db.transaction().execute(async (tx) => {
        const firmBefore = await findFirmFacts(tx);
        const fields = listChangedFields(firmBefore, firmFacts);
        if (!(await store.saveFirm(tx, firmFacts, version, author.userId)))
          throw new AppError("FIRM.CHANGED");
        await recordAudit(tx, author, "firm.change", null, { fields });
        return findFirmFacts(tx);
      });
      events.publish("SiteChanged", {});
      return changedFirm;
    },
  };
}
