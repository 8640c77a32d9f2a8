import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { MediaField } from "../bots/media-field.tsx";
import { useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { UrlField } from "./text-fields.tsx";

interface MediaOrAddressProps {
  label: string;
  isPicture: boolean;
  path: string;
  value: string;
  /** Called with the new address. For an uploaded file, `name` is the file's name. */
  onChange: (address: string, path: string, name?: string) => void;
}

/** A field in the form of a block for a picture or a file. The person uploads a file or types its address. */
export function MediaOrUrlField({ label, isPicture, path, value, onChange }: MediaOrAddressProps) {
  const { t } = useTranslation("stories");
  const { botId, canEdit } = useBuilder();
  const errorOfField = useFieldErrorLookup();
  return (
    <MediaField
      botId={botId}
      label={label}
      value={value}
      isPicture={isPicture}
      canEdit={canEdit}
      error={errorOfField(path)}
      onUploaded={({ address, name }) => onChange(address, path, name.slice(0, flowTextLimits.title))}
      onRemove={() => onChange("", path)}
    >
      <UrlField label={label} description={t("addressHint")} path={path} value={value} onChange={onChange} />
    </MediaField>
  );
}
