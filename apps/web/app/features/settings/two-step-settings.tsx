import { getTwoStep, renewRecoveryCodes, turnOffTwoStep } from "@kakehashi/contract/two-step";
import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoStepProofsForm } from "./two-step-proofs.tsx";
import styles from "./two-step-settings.module.css";
import { TwoStepSetup } from "./two-step-setup.tsx";

const twoStepQueryKey = ["two-step"];
/** If at most this many of the ten recovery codes are left, the page suggests creating new ones. */
const lowRecoveryCodeCount = 3;

type DialogKind = "setup" | "codes" | "off";

/** The state of two-step sign-in, with buttons that change it. */
export function TwoStepSettings({ account }: { account: Account }) {
  const { t } = useTranslation(["twoStep", "account"]);
  const format = useFormat();
  const [dialogKind, setDialogKind] = useState<DialogKind>("setup");
  const [isOpened, setIsOpened] = useState(false);
  const [codes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const query = useQuery({
    queryKey: twoStepQueryKey,
    queryFn: async ({ signal }) => (await call(getTwoStep, { signal })).data,
  });

  const openDialog = (newDialogKind: DialogKind) => {
    setDialogKind(newDialogKind);
    setRecoveryCodes(null);
    setIsOpened(true);
  };
  const refetchTwoStep = () => getQueryClient().invalidateQueries({ queryKey: twoStepQueryKey });
  const closeDialog = () => {
    setIsOpened(false);
    void refetchTwoStep();
  };
  /** Show the new recovery codes even if the dialog was closed meanwhile, because they are shown only once. */
  const showRecoveryCodes = (newCodes: readonly string[]) => {
    setRecoveryCodes(newCodes);
    setIsOpened(true);
    void refetchTwoStep();
  };
  const title = codes
    ? t("codesTitle")
    : t(
        { setup: "account:settingsTwoStep" as const, codes: "newCodes" as const, off: "turnOff" as const }[
          dialogKind
        ],
      );
  return (
    <>
      <LoadedContent query={query} rows={1}>
        {({ since, recovery_codes_left }) =>
          since === null ? (
            <>
              <p className={styles.note}>{t("offNote")}</p>
              <Button onClick={() => openDialog("setup")}>{t("turnOn")}</Button>
            </>
          ) : (
            <>
              <p className={styles.note}>
                <Badge tone="jade">{t("on")}</Badge> {t("onSince", { date: format.fullDateTime(since) })}
              </p>
              <p className={styles.note} data-few={recovery_codes_left <= lowRecoveryCodeCount || undefined}>
                {t("codesLeft", { count: recovery_codes_left })}
              </p>
              <div className={styles.actions}>
                <Button onClick={() => openDialog("codes")}>{t("newCodes")}</Button>
                <Button onClick={() => openDialog("off")}>{t("turnOff")}</Button>
              </div>
            </>
          )
        }
      </LoadedContent>
      <Dialog
        opened={isOpened}
        onClose={codes ? () => {} : closeDialog}
        hasCloseButton={!codes}
        title={title}
        widthPx={480}
      >
        {codes ? (
          <RecoveryCodes codes={codes} email={account.email} onDone={closeDialog} />
        ) : dialogKind === "setup" ? (
          <TwoStepSetup
            email={account.email}
            onDone={(newCodes) => {
              showRecoveryCodes(newCodes);
              toast(t("turnedOn"));
            }}
          />
        ) : dialogKind === "codes" ? (
          <TwoStepProofsForm
            note={t("newCodesNote")}
            action={t("newCodes")}
            email={account.email}
            onSubmitProofs={async (body) =>
              showRecoveryCodes((await call(renewRecoveryCodes, { body })).data.recovery_codes)
            }
          />
        ) : (
          <TwoStepProofsForm
            note={t("turnOffNote")}
            action={t("turnOff")}
            email={account.email}
            onSubmitProofs={async (body) => {
              await call(turnOffTwoStep, { body });
              toast(t("turnedOff"));
              closeDialog();
            }}
          />
        )}
      </Dialog>
    </>
  );
}
