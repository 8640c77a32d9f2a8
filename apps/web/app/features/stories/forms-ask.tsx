import type { BlockOf } from "@kakehashi/contract/flows/blocks";
import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import {
  AnswerCheckFields,
  AnswerOptionList,
  answerKinds,
  createDefaultAnswerChecks,
} from "./answer-checks.tsx";
import { useBlockChange } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { VariableField } from "./fields.tsx";
import { RetryFields } from "./forms-say.tsx";
import { LocalizedTextField } from "./text-fields.tsx";

export function ChoicesForm({ block }: { block: BlockOf<"choices"> }) {
  const { t } = useTranslation("stories");
  const change = useBlockChange(block);
  return (
    <>
      <LocalizedTextField
        label={t("question")}
        path="text"
        value={block.text}
        maximum={flowTextLimits.text}
        onChange={(text, path) => change({ text }, path)}
      />
      <AnswerOptionList
        path="items"
        items={block.items}
        onChange={(items, path) => change({ items }, path)}
      />
      <RetryFields block={block} />
    </>
  );
}

export function AskForm({ block }: { block: BlockOf<"ask"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
  return (
    <>
      <LocalizedTextField
        label={t("question")}
        path="text"
        value={block.text}
        maximum={flowTextLimits.text}
        onChange={(text, path) => change({ text }, path)}
      />
      <SelectField
        label={t("answerKind")}
        value={block.answer.kind}
        disabled={!canEdit}
        onChange={({ currentTarget }) => {
          const kind = answerKinds.find((knownKind) => knownKind === currentTarget.value);
          if (kind) change({ answer: createDefaultAnswerChecks(kind) }, "kind");
        }}
      >
        {answerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`answer_${kind}`)}
          </option>
        ))}
      </SelectField>
      <AnswerCheckFields answer={block.answer} onChange={(answer, path) => change({ answer }, path)} />
      <VariableField
        label={t("savedIn")}
        description={t("savedInHint")}
        path="variable_id"
        value={block.variable_id}
        onChange={(variable_id, path) => change({ variable_id }, path)}
      />
      <RetryFields block={block} />
    </>
  );
}
