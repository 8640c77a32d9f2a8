import type { BroadcastAudience } from "@kakehashi/contract/bot-broadcasts";
import { findVariableNames, type PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import { languages, type TextsByLanguage } from "@kakehashi/contract/languages";
import type { Executor } from "../../kit/db/database.ts";
import type { FieldRefusal } from "../../kit/errors.ts";
import { doesAnyVisitorHaveTag, listAudiencePages, listVariablesNoVisitorHas } from "./audience-store.ts";

const nobodyHasTagText: TextsByLanguage = {
  en: "No visitor has this tag.",
  vi: "Không có khách nào mang nhãn này.",
  ja: "このタグが付いた訪問者はいません。",
};
const nobodyHasVariableText: TextsByLanguage = {
  en: "No visitor has this variable.",
  vi: "Không có khách nào có biến này.",
  ja: "この変数を持つ訪問者はいません。",
};
const createNobodyHasValueText = (name: string): TextsByLanguage => ({
  en: `No visitor has a value for {{${name}}}.`,
  vi: `Không có khách nào có giá trị cho {{${name}}}.`,
  ja: `{{${name}}}の値を持つ訪問者はいません。`,
});
export const nobodyMatchesText: TextsByLanguage = {
  en: "No visitor fits. Choose others.",
  vi: "Không có khách nào phù hợp. Hãy chọn đối tượng khác.",
  ja: "条件に合う訪問者がいません。条件を変えてください。",
};

export const nobodyReachableText: TextsByLanguage = {
  en: "Nobody of them can be reached now. Choose others, or a later time.",
  vi: "Hiện không gửi được cho ai trong số này. Hãy chọn đối tượng khác hoặc thời điểm khác.",
  ja: "この条件の人には現在誰にも送れません。条件か日時を変えてください。",
};

type RefusalByField = Record<string, FieldRefusal>;

/**
 * Finds a page of another bot in an audience, or a tag or variable that no visitor has. Returns an error for each wrong
 * field.
 */
export async function findAudienceErrors(
  db: Executor,
  botId: string,
  { platform, page_id, tag, variable }: BroadcastAudience,
): Promise<RefusalByField> {
  const fields: RefusalByField = {};
  if (page_id !== null) {
    const page = (await listAudiencePages(db, botId)).find(({ id }) => id === page_id);
    if (!page || (platform !== null && page.platform !== platform)) fields["audience.page_id"] = "choice";
  }
  if (tag !== null && !(await doesAnyVisitorHaveTag(db, botId, tag)))
    fields["audience.tag"] = nobodyHasTagText;
  if (variable !== null && (await listVariablesNoVisitorHas(db, botId, [variable.name])).length > 0)
    fields["audience.variable.name"] = nobodyHasVariableText;
  return fields;
}

/**
 * Finds a variable in the text that no visitor has, because every reader would see a gap there. Returns an error for
 * each wrong field.
 */
export async function findVariableErrors(
  db: Executor,
  botId: string,
  texts: PartialTextsByLanguage,
): Promise<RefusalByField> {
  const names = languages.flatMap((language) => findVariableNames(texts[language] ?? ""));
  if (names.length === 0) return {};
  const unknownVariableNames = new Set(await listVariablesNoVisitorHas(db, botId, names));
  const fields: RefusalByField = {};
  for (const language of languages) {
    const name = findVariableNames(texts[language] ?? "").find((variableName) =>
      unknownVariableNames.has(variableName),
    );
    if (name !== undefined) fields[`content.text.${language}`] = createNobodyHasValueText(name);
  }
  return fields;
}
