import { useTranslation } from "../../i18n/use-translation.tsx";
import type { BotTextRow } from "./bot-text-queries.ts";

const blockTypesWithTexts = ["text", "image", "card", "choices", "ask", "handoff"] as const;
const namedFields = ["title", "description", "retry", "label"] as const;

/**
 * Returns two functions: one names a text of a bot, such as “Quick replies: button”, and the other names what contains
 * it, such as “Article “Opening hours””.
 */
export function useBotTextNamers() {
  const { t } = useTranslation("translations");
  return {
    containerOf: ({ container: { kind, name } }: Pick<BotTextRow, "container">): string =>
      t(`botContainer_${kind}`, { name }),
    nameOf({ block_type, field }: Pick<BotTextRow, "block_type" | "field">): string {
      const block = blockTypesWithTexts.find((knownType) => knownType === block_type) ?? "text";
      const lastKey = field.split(".").at(-1);
      const fieldKind = namedFields.find((knownKind) => knownKind === lastKey);
      const name = t(`botBlock_${block}`);
      return fieldKind ? t("botTextName", { block: name, field: t(`botField_${fieldKind}`) }) : name;
    },
  };
}
