import { useMediaQuery, useScrollSpy } from "@mantine/hooks";
import { useIsFetching } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Select } from "../../kit/ui/select.tsx";
import styles from "./section-list.module.css";

/** A section is the current one when its heading is within this distance from the top, in pixels. */
const currentSectionOffsetPx = 120;

/** Links to the sections of the settings: a list, or a select on a narrow screen. The current section is marked. */
export function SectionList({ scrollHost }: { scrollHost: RefObject<HTMLElement | null> }) {
  const { t, i18n } = useTranslation("account");
  const { data, active, reinitialize } = useScrollSpy({
    selector: "main section[id] > h2",
    getDepth: () => 1,
    offset: currentSectionOffsetPx,
    scrollHost,
    getValue: (title) => title.textContent ?? "",
  });
  // Look for the sections again after a query has loaded or the language has changed, because sections or their names
  // may have changed.
  const fetchCount = useIsFetching();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are read again when these values change
  useEffect(reinitialize, [fetchCount, i18n.language]);
  const isNarrow = useMediaQuery("(max-width: 999.98px)", undefined, { getInitialValueInEffect: false });
  const sections = data.map(({ value, getNode }) => ({ value, title: getNode() }));
  if (isNarrow) {
    return (
      <nav className={styles.list} aria-label={t("settingsSections")}>
        <Select
          className={styles.choice ?? ""}
          aria-label={t("settingsSections")}
          value={Math.max(0, active)}
          onChange={({ currentTarget }) => {
            const section = sections[Number(currentTarget.value)];
            if (section) scrollToSection(section.title);
          }}
        >
          {sections.map(({ value }, index) => (
            <option key={value} value={index}>
              {value}
            </option>
          ))}
        </Select>
      </nav>
    );
  }
  return (
    <nav className={styles.list} aria-label={t("settingsSections")}>
      <ul>
        {sections.map(({ value, title }, index) => (
          <li key={value}>
            <a
              href={`#${sectionIdOf(title)}`}
              aria-current={index === active ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                scrollToSection(title);
                title.tabIndex = -1;
                title.focus({ preventScroll: true });
              }}
            >
              {value}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sectionIdOf = (title: HTMLElement) => title.parentElement?.id ?? "";

function scrollToSection(title: HTMLElement): void {
  title.parentElement?.scrollIntoView({ block: "start" });
  history.replaceState(history.state, "", `#${sectionIdOf(title)}`);
}
