import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Combobox } from "../../kit/ui/combobox.tsx";
import { findZoneChoices, listZoneChoices, offsetAndNameOf } from "./time-zones.ts";

/** The select's value for the option "same as this device". The select does not accept an empty value. */
const automaticValue = "auto";

/** A field that chooses a time zone by a city. Null stands for the device's time zone. */
export function TimeZoneField({
  value,
  disabled,
  onChange,
}: {
  value: string | null;
  disabled: boolean;
  onChange: (zone: string | null) => void;
}) {
  const { t, i18n } = useTranslation("account");
  const timeZoneChoices = useMemo(() => listZoneChoices(i18n.language, value), [i18n.language, value]);
  const deviceZone = offsetAndNameOf(Intl.DateTimeFormat().resolvedOptions().timeZone, i18n.language);
  const automaticOption = {
    value: automaticValue,
    label: t("timeZoneAuto", { offset: deviceZone.offset }),
    note: deviceZone.name,
  };
  const zoneOptionOf = ({ timeZoneId, city, offset, name }: (typeof timeZoneChoices)[number]) => ({
    value: timeZoneId,
    label: `${city} (${offset})`,
    note: name,
  });
  return (
    <Combobox
      label={t("timeZone")}
      options={[automaticOption, ...timeZoneChoices.map(zoneOptionOf)]}
      value={value ?? automaticValue}
      disabled={disabled}
      onChange={(chosenZone) => onChange(chosenZone === automaticValue ? null : chosenZone)}
      findOptions={(searchText) => [
        ...(automaticOption.label.toLowerCase().includes(searchText.toLowerCase()) ? [automaticOption] : []),
        ...findZoneChoices(timeZoneChoices, searchText).map(zoneOptionOf),
      ]}
      emptyText={t("timeZoneNone")}
    />
  );
}
