import { maximumMarked } from "@kakehashi/contract/bookmarks";
import type { Message } from "@kakehashi/contract/messages";
import { hasWords } from "@kakehashi/contract/spoken";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLayer } from "../../../kit/layers.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { IconButton } from "../../../kit/ui/icon-button.tsx";
import { useReader } from "../../auth/reader.ts";
import { asRead } from "../../conversations/as-read.ts";
import { spokenPreview } from "../../conversations/preview.ts";
import { type Picking, useChatActions } from "../state/chat-context.ts";
import { AskDialog } from "./ask-dialog.tsx";
import styles from "./picking.module.css";
import { toggled } from "./toggled.ts";

/** The checkbox of a message while several messages are being chosen. The whole row is its label. */
export function PickMark({ message }: { message: Message }) {
  const { t } = useTranslation("conversations");
  const { picked, pick } = useChatActions();
  const reader = useReader();
  if (!picked) return null;
  const { id, content, deleted } = message;
  const isPicked = picked.has(id);
  const isFull = picked.size >= maximumMarked && !isPicked;
  return (
    <label className={styles.mark} data-picked={isPicked || undefined}>
      <input
        type="checkbox"
        checked={isPicked}
        disabled={deleted || !hasWords(content) || isFull}
        aria-label={spokenPreview(asRead(message, reader), t).text}
        onChange={() => pick?.(toggled(picked, message))}
      />
    </label>
  );
}

interface BarProps extends Picking {
  picked: NonNullable<Picking["picked"]>;
}

/** The bar with the actions on the chosen messages. Escape or the back button ends the choosing. */
export function PickBar({ picked, pick }: BarProps) {
  const { t } = useTranslation(["room", "messages", "common"]);
  const [asking, setAsking] = useState(false);
  useLayer(true, () => pick(null));
  const messages = [...picked.values()];
  return (
    <section className={styles.bar} aria-label={t("pick")}>
      <IconButton label={t("common:cancel")} onClick={() => pick(null)}>
        <IconX size={20} stroke={1.6} />
      </IconButton>
      <p className={styles.count} role="status">
        {t("picked", { count: picked.size })}
        {picked.size >= maximumMarked && <span className={styles.limitNote}> {t("pickedFull")}</span>}
      </p>
      <Button kind="primary" size="sm" disabled={picked.size === 0} onClick={() => setAsking(true)}>
        {t("messages:askTranslation")}
      </Button>
      {asking && (
        <AskDialog messages={messages} onClose={() => setAsking(false)} onAsked={() => pick(null)} />
      )}
    </section>
  );
}
