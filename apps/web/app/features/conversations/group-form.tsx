import type { UserSummary } from "@kakehashi/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { ChoosePeople } from "./choose-people.tsx";
import { startGroup } from "./start.ts";
import styles from "./start-dialog.module.css";

/** Names a group and gathers its people. */
export function GroupForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("conversations");
  const textOf = useErrorText();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly UserSummary[]>([]);
  const [busy, setBusy] = useState(false);
  const ready = name.trim() !== "" && chosen.length > 0;

  async function start(): Promise<void> {
    setBusy(true);
    try {
      const ids = chosen.map(({ id }) => id);
      const { id } = await startGroup(name.trim(), ids);
      onDone();
      await navigate(`/chat/${id}`);
    } catch (error) {
      toast(textOf(error), "error");
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void start();
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
      <Button kind="primary" type="submit" fullWidth disabled={!ready} loading={busy}>
        {t("createGroup")}
      </Button>
    </form>
  );
}
