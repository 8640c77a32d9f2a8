import type { TFunction } from "i18next";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLayer } from "../../../kit/layers.ts";
import { toast } from "../../../kit/toast.ts";
import type { Attachment } from "../../files/attachments.ts";

interface Given {
  /** How many files are still on their way. */
  underWay: number;
  /** A file with which nothing can be sent. */
  refused: Attachment | undefined;
  /** Whether there is something to send. */
  ready: boolean;
  send: () => void;
}

/**
 * A message that was sent while its files are on their way: it goes as soon as they are there, or as its writer goes, and
 * its files are brought after it. Escape calls it off.
 */
export function useWaiting({ underWay, refused, ready, send }: Given) {
  const { t } = useTranslation("messages");
  const [wanted, setWanted] = useState(false);
  const waits = wanted && ready && !refused && underWay > 0;
  const cancel = () => setWanted(false);
  useLayer(waits, cancel, { ownsEntry: false });
  const end = useEffectEvent(() => {
    setWanted(false);
    if (refused) sayRefused(refused, t);
    else if (ready) send();
  });
  useEffect(() => {
    if (wanted && !waits) end();
  }, [wanted, waits]);
  const leave = useEffectEvent(() => {
    if (waits) send();
  });
  useEffect(() => () => leave(), []);
  return { waits, begin: () => setWanted(true), cancel };
}

/** Says which file is in the way of the message, and why. */
export function sayRefused({ file, reason }: Attachment, t: TFunction<"messages">): void {
  toast(t("fileInTheWay", { name: file.name, reason }), "error");
}
