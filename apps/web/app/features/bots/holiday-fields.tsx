import { isInAllowedHolidayYears } from "@kakehashi/contract/holidays";
import { IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { DateField } from "../../kit/ui/text-field.tsx";
import styles from "./bots.module.css";
import week from "./hours-fields.module.css";

/** A bot has at most this many holidays. `businessHoursSchema` of the contract has the same limit. */
const maximumHolidays = 200;

interface HolidayFieldsProps {
  holidays: readonly string[];
  onChange: (holidays: string[]) => void;
}

/** The bot's list of holidays, on which nobody answers chats, and a field to add another one. */
export function HolidayFields({ holidays, onChange }: HolidayFieldsProps) {
  const { t, i18n } = useTranslation("bots");
  const [typedDate, setTypedDate] = useState("");
  const [isYearWrong, setIsYearWrong] = useState(false);
  const errorId = useId();
  const day = createDayFormat(i18n.language, "medium");
  function addHoliday(): void {
    if (typedDate === "") return;
    // Check the year of the holiday here. Otherwise the server would refuse the whole form, and its error would appear
    // far from this field.
    if (!isInAllowedHolidayYears(typedDate)) {
      setIsYearWrong(true);
      return;
    }
    if (!holidays.includes(typedDate)) onChange([...holidays, typedDate].sort());
    setTypedDate("");
  }
  return (
    <>
      <div className={week.adding}>
        <DateField
          label={t("holiday")}
          value={typedDate}
          error={isYearWrong}
          aria-describedby={isYearWrong ? errorId : undefined}
          onChange={({ currentTarget }) => {
            setTypedDate(currentTarget.value);
            setIsYearWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The Enter key must add the holiday, and not submit the form.
            event.preventDefault();
            addHoliday();
          }}
        />
        <Button disabled={typedDate === "" || holidays.length >= maximumHolidays} onClick={addHoliday}>
          {t("addHoliday")}
        </Button>
      </div>
      {/* Show the error below the whole row. Inside the field, the error would push the button down. */}
      {isYearWrong && (
        <p id={errorId} className={styles.error} role="alert">
          {t("holidayYearError")}
        </p>
      )}
      {holidays.length > 0 && (
        <ul className={week.dates} aria-label={t("holidays")}>
          {holidays.map((holiday) => (
            <li key={holiday} className={week.date}>
              <time dateTime={holiday}>{day(holiday)}</time>
              <IconButton
                size={32}
                label={t("removeHoliday", { day: day(holiday) })}
                onClick={() => onChange(holidays.filter((otherDay) => otherDay !== holiday))}
              >
                <IconTrash size={16} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
