import { type BlockOf, fallbackExitId } from "@kakehashi/contract/flows/blocks";
import { flowLimits, flowTextLimits } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { useBlockChange } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { EditableList } from "./editable-list.tsx";
import { useEditorState } from "./editor.ts";
import { targetGroupIdOf } from "./edits.ts";
import { NumberField } from "./fields.tsx";
import { MediaOrUrlField } from "./media-or-address.tsx";
import { createAnswerOption } from "./new-block.ts";
import { LocalizedTextField, UntranslatedTextField, UrlField } from "./text-fields.tsx";

export function TextForm({ block }: { block: BlockOf<"text"> | BlockOf<"handoff"> }) {
  const { t } = useTranslation("stories");
  const change = useBlockChange<BlockOf<"text"> | BlockOf<"handoff">>(block);
  const isHandoff = block.type === "handoff";
  return (
    <LocalizedTextField
      label={t("text")}
      {...(isHandoff && { description: t("handoffHint") })}
      path="text"
      rows={4}
      value={block.text}
      maximum={flowTextLimits.text}
      onChange={(text, path) => change({ text }, path)}
    />
  );
}

export function ImageForm({ block }: { block: BlockOf<"image"> }) {
  const { t } = useTranslation("stories");
  const change = useBlockChange(block);
  return (
    <>
      <MediaOrUrlField
        label={t("picture")}
        isPicture
        path="address"
        value={block.address}
        onChange={(address, path) => change({ address }, path)}
      />
      <LocalizedTextField
        label={t("imageDescription")}
        description={t("imageDescriptionHint")}
        path="description"
        rows={1}
        value={block.description}
        maximum={flowTextLimits.title}
        onChange={(description, path) => change({ description }, path)}
      />
    </>
  );
}

export function FileForm({ block }: { block: BlockOf<"file"> }) {
  const { t } = useTranslation("stories");
  const change = useBlockChange(block);
  return (
    <>
      <MediaOrUrlField
        label={t("file")}
        isPicture={false}
        path="address"
        value={block.address}
        onChange={(address, path, name) =>
          change({ address, ...(block.name === "" && name !== undefined && { name }) }, path)
        }
      />
      <UntranslatedTextField
        label={t("fileName")}
        path="name"
        value={block.name}
        maximum={flowTextLimits.title}
        onChange={(name, path) => change({ name }, path)}
      />
    </>
  );
}

export function CardForm({ block }: { block: BlockOf<"card"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
  const hasReplyButton = block.buttons.some(({ address }) => address === null);
  return (
    <>
      <LocalizedTextField
        label={t("cardTitle")}
        path="title"
        rows={1}
        value={block.title}
        maximum={flowTextLimits.title}
        onChange={(title, path) => change({ title }, path)}
      />
      <LocalizedTextField
        label={t("text")}
        path="text"
        value={block.text}
        maximum={flowTextLimits.text}
        onChange={(text, path) => change({ text }, path)}
      />
      <MediaOrUrlField
        label={t("cardPicture")}
        isPicture
        path="image"
        value={block.image ?? ""}
        onChange={(image, path) => change({ image: image || null }, path)}
      />
      <EditableList
        label={t("buttons")}
        path="buttons"
        items={block.buttons}
        maximum={flowLimits.buttons}
        nameOf={(_, index) => t("buttonNumber", { number: index + 1 })}
        makeItem={() => ({ ...createAnswerOption(), address: null })}
        addLabel={t("addButton")}
        onChange={(buttons, path) => change({ buttons }, path)}
      >
        {(button, index, setButton) => (
          <>
            <LocalizedTextField
              label={t("label")}
              path={`buttons.${index}.label`}
              rows={1}
              hasVariables={false}
              value={button.label}
              maximum={flowTextLimits.label}
              onChange={(label) => setButton({ ...button, label }, "label")}
            />
            <Checkbox
              label={t("opensPage")}
              checked={button.address !== null}
              disabled={!canEdit}
              onChange={({ currentTarget }) =>
                setButton({ ...button, address: currentTarget.checked ? "" : null }, "kind")
              }
            />
            {button.address !== null && (
              <UrlField
                label={t("pageAddress")}
                path={`buttons.${index}.address`}
                value={button.address}
                onChange={(address) => setButton({ ...button, address }, "address")}
              />
            )}
          </>
        )}
      </EditableList>
      {hasReplyButton && <RetryFields block={block} />}
    </>
  );
}

/** The fields for the bot's text after a refused answer, and for how often a visitor may try again. */
export function RetryFields({ block }: { block: BlockOf<"card" | "choices" | "ask"> }) {
  const { t } = useTranslation("stories");
  const change = useBlockChange<BlockOf<"card" | "choices" | "ask">>(block);
  const isElseConnected = useEditorState(
    ({ flow }) => targetGroupIdOf(flow, { block_id: block.id, item_id: fallbackExitId }) !== undefined,
  );
  return (
    <>
      <LocalizedTextField
        label={t("retry")}
        description={t("retryHint")}
        path="retry"
        rows={2}
        value={block.retry}
        maximum={flowTextLimits.text}
        onChange={(retry, path) => change({ retry }, path)}
      />
      <NumberField
        label={t("tries")}
        description={t(isElseConnected ? "triesHint" : "triesWithoutElse")}
        path="tries"
        value={block.tries}
        emptyValue={3}
        minimum={1}
        maximum={10}
        onChange={(maximumTries, path) => change({ tries: maximumTries ?? 3 }, path)}
      />
    </>
  );
}
