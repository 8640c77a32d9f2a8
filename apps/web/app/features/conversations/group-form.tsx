import type { UserSummary } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { stillHere } from "../../kit/still-here.ts";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { ChoosePeople } from "./choose-people.tsx";
import { startGroup } from "./start.ts";
import styles from "./start-dialog.module.css";

/** Creates a group: its name and its members. */
export function GroupForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("room");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly UserSummary[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      startGroup(
        name.trim(),
        chosen.map(({ id }) => id),
      ),
  });
  const ready = name.trim() !== "" && chosen.length > 0;

  function start(): void {
    const isHere = stillHere();
    // This callback does not run if the dialog was closed meanwhile.
    mutate(undefined, {
      onSuccess({ id }) {
        if (!isHere()) return;
        onDone();
        void navigate(`/chat/${id}`);
      },
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !isPending) start();
      }}
    >
      <TextField
        className={styles.groupName ?? ""}
        label={t("groupName")}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChoosePeople chosen={chosen} onChange={setChosen} />
      <Button kind="primary" type="submit" fullWidth disabled={!ready} loading={isPending}>
        {t("createGroup")}
      </Button>
    </form>
  );
}
