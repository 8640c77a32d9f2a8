import { useDebouncedValue } from "@mantine/hooks";
import { IconUsersGroup } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { rememberPeople } from "../profiles/people.ts";
import { PersonLine } from "../profiles/person-line.tsx";
import { GroupForm } from "./group-form.tsx";
import { usePeopleSearch } from "./members.ts";
import { startDirect } from "./start.ts";
import styles from "./start-dialog.module.css";

/** The dialog itself, loaded when it is first opened. */
export function StartPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("conversations");
  const [grouping, setGrouping] = useState(false);
  function done(): void {
    setGrouping(false);
    onClose();
  }
  return (
    <Dialog
      opened={opened}
      onClose={done}
      title={grouping ? t("startGroup") : t("startTitle")}
      width={480}
      high
    >
      {grouping ? (
        <GroupForm onDone={done} />
      ) : (
        <>
          <Button
            kind="quiet"
            leftSection={<IconUsersGroup size={18} stroke={1.6} />}
            onClick={() => setGrouping(true)}
          >
            {t("startGroup")}
          </Button>
          <PeoplePicker onDone={done} />
        </>
      )}
    </Dialog>
  );
}

function PeoplePicker({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("conversations");
  const textOf = useErrorText();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search.trim(), 200);
  const { data, error, refetch, isFetching } = usePeopleSearch(settled);
  const box = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: startDirect,
    onSuccess: async ({ id, partner }) => {
      if (partner) rememberPeople([partner]);
      onDone();
      await navigate(`/chat/${id}`);
    },
    onError: (failure) => toast(textOf(failure), "error"),
  });

  /** Arrow keys go through the field and the people below it. */
  function move(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("input, [data-person]") ?? [])];
    const here = stops.findIndex((stop) => stop.matches(":focus"));
    const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys travel between the focusable elements inside
    <div ref={box} onKeyDown={move}>
      <TextField
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t("startHint")}
        aria-label={t("startHint")}
        type="search"
        autoComplete="off"
      />
      <div className={styles.results}>
        {!data && error && <FailedState error={error} retry={refetch} busy={isFetching} />}
        {!data && !error && <SkeletonRows count={4} label={t("startOthers")} />}
        {data?.length === 0 && (
          <p className={styles.nobody} role="status">
            {t("startNobody")}
          </p>
        )}
        {data && data.length > 0 && (
          <ul aria-label={t("startOthers")}>
            {data.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  data-person
                  className={styles.person}
                  disabled={isPending}
                  onClick={() => mutate(person.id)}
                >
                  <PersonLine person={person} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
