import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { type BotChoice, ConnectDialog } from "./connect-dialog.tsx";

interface ConnectButtonProps {
  /** The bots to which a page can be connected. There is at least one. */
  bots: readonly BotChoice[];
}

/** A button that opens the dialog for connecting a page on Messenger or Zalo. */
export function ConnectButton({ bots }: ConnectButtonProps) {
  const { t } = useTranslation("channels");
  const { data } = useQuery(connectedPagesQuery);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {t("connect")}
      </Button>
      {data && (
        <ConnectDialog
          opened={isOpen}
          close={() => setIsOpen(false)}
          platforms={data.platforms}
          bots={bots}
        />
      )}
    </>
  );
}
