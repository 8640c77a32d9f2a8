import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import fieldStyles from "../../kit/ui/field.module.css";
import styles from "./time-zone-field.module.css";
import { findZones, zoneChoices } from "./time-zones.ts";

/** The most rows in the list. Searching is faster than scrolling through four hundred. */
const shownAtOnce = 60;
/** The value for "same as this device", because the field accepts no empty value. */
const automatic = "auto";

/** Chooses a time zone by city. Null means the device's. */
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
  const [search, setSearch] = useState("");
  const choices = useMemo(() => zoneChoices(i18n.language, value), [i18n.language, value]);
  const here = choices.find(({ zone }) => zone === Intl.DateTimeFormat().resolvedOptions().timeZone);
  const auto = t("timeZoneAuto", { zone: here ? `${here.city}, ${here.offset}` : "UTC" });
  const label = ({ city, offset }: { city: string; offset: string }) => `${city} (${offset})`;
  const names = new Map(choices.map((choice) => [choice.zone, choice.name]));
  const data = [
    { value: automatic, label: auto },
    ...choices.map((choice) => ({ value: choice.zone, label: label(choice) })),
  ];
  return (
    <Select
      label={t("timeZone")}
      classNames={{
        root: fieldStyles.field,
        input: `${fieldStyles.control} ${styles.input}`,
        label: styles.label,
        dropdown: styles.dropdown,
        option: styles.option,
      }}
      rightSection={<IconChevronDown size={16} stroke={2} aria-hidden="true" />}
      rightSectionWidth={42}
      rightSectionPointerEvents="none"
      data={data}
      value={value ?? automatic}
      disabled={disabled}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(chosen) => chosen !== null && onChange(chosen === automatic ? null : chosen)}
      allowDeselect={false}
      nothingFoundMessage={t("timeZoneNone")}
      maxDropdownHeight={320}
      limit={shownAtOnce}
      filter={({ options, search: typed }) => {
        // When it opens, the field contains the chosen zone's name. Then show all zones.
        if (data.some(({ label: own }) => own === typed)) return options;
        const found = findZones(choices, typed).map((choice) => ({
          value: choice.zone,
          label: label(choice),
        }));
        return auto.toLowerCase().includes(typed.toLowerCase())
          ? [{ value: automatic, label: auto }, ...found]
          : found;
      }}
      renderOption={({ option }) => (
        <span className={styles.choice}>
          {option.label}
          <span className={styles.name}>{names.get(option.value)}</span>
        </span>
      )}
    />
  );
}
