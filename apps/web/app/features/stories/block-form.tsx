import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { useTranslation } from "../../i18n/use-translation.tsx";
import fields from "./fields.module.css";
import { AskForm, ChoicesForm } from "./forms-ask.tsx";
import { ConditionForm } from "./forms-condition.tsx";
import { JumpForm, SetVariableForm, TagForm, WaitForm } from "./forms-logic.tsx";
import { CardForm, FileForm, ImageForm, TextForm } from "./forms-say.tsx";
import { RequestForm } from "./request-form.tsx";

const typesWithTexts: ReadonlySet<string> = new Set(["text", "image", "card", "choices", "ask", "handoff"]);
export const hasTexts = ({ type }: FlowBlock): boolean => typesWithTexts.has(type);

/** The form that edits a block. The fields depend on the kind of the block. */
export function BlockForm({ block }: { block: FlowBlock }) {
  const { t } = useTranslation("stories");
  switch (block.type) {
    case "text":
    case "handoff":
      return <TextForm block={block} />;
    case "image":
      return <ImageForm block={block} />;
    case "file":
      return <FileForm block={block} />;
    case "card":
      return <CardForm block={block} />;
    case "choices":
      return <ChoicesForm block={block} />;
    case "ask":
      return <AskForm block={block} />;
    case "condition":
      return <ConditionForm block={block} />;
    case "set":
      return <SetVariableForm block={block} />;
    case "wait":
      return <WaitForm block={block} />;
    case "jump":
      return <JumpForm block={block} />;
    case "request":
      return <RequestForm block={block} />;
    case "tag":
      return <TagForm block={block} />;
    case "end":
      return <p className={fields.note}>{t("endHint")}</p>;
  }
}
