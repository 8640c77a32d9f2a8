import type { FoundChannelPages } from "@kakehashi/contract/channel-pages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, useErrorText } from "../../kit/ui/states.tsx";
import { BotSilentNote } from "./bot-silent.tsx";
import { pagesPath } from "./filter.ts";
import {
  beginConnect,
  type CallbackQuery,
  foundPagesQuery,
  joinPages,
  readLastConnectAttempt,
} from "./page-queries.ts";
import styles from "./pages.module.css";
import { platformNames } from "./platforms.ts";

interface CallbackState {
  readonly callback?: CallbackQuery;
}

/**
 * The page to which Messenger or Zalo sends a person back. The query of its address contains a secret code. The page
 * moves the query into the state of the browser's history. So nobody sees or copies the code, other sites do not get
 * it, and the code survives a reload.
 */
export function ChannelCallback() {
  const { t } = useTranslation("channels");
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const callback = (state as CallbackState | null)?.callback;
  const moveQueryToHistory = useEffectEvent(() => {
    const query = Object.fromEntries(new URLSearchParams(search));
    void navigate("/bots/callback", { replace: true, state: { callback: query } });
  });
  useEffect(() => {
    if (search !== "") moveQueryToHistory();
  }, [search]);
  return (
    <Page title={t("callbackTitle")} backLink={{ to: pagesPath, label: t("pages") }}>
      {callback ? (
        <CallbackResult callback={callback} />
      ) : search === "" ? (
        <EmptyState
          title={t("callbackFailed")}
          text={t("callbackNothing")}
          action={<ButtonLink target={{ page: pagesPath }}>{t("pages")}</ButtonLink>}
        />
      ) : (
        <SkeletonRows count={3} label={t("callbackWaiting")} />
      )}
    </Page>
  );
}

function CallbackResult({ callback }: { callback: CallbackQuery }) {
  const { t } = useTranslation("channels");
  const textOf = useErrorText();
  const { data, error, isFetching, refetch } = useQuery(foundPagesQuery(callback));
  if (data) return <ChoosePages found={data} state={callback.state ?? ""} />;
  if (!error) return <SkeletonRows count={3} label={t("callbackWaiting")} />;
  // A failure of the network or the server often ends without any action. The platform's answer is still valid after
  // that, so offer to try again.
  const mayTryAgain = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return (
    <div role="alert">
      <EmptyState
        title={t("callbackFailed")}
        text={textOf(error)}
        action={
          <span className={styles.buttons}>
            {mayTryAgain && (
              <Button onClick={() => void refetch()} loading={isFetching}>
                {t("retry")}
              </Button>
            )}
            <ConnectAgain />
          </span>
        }
      />
    </div>
  );
}

/**
 * Offers to repeat the connection that this tab began last. If this tab has begun none, links to the list of connected
 * pages.
 */
function ConnectAgain() {
  const { t } = useTranslation("channels");
  const [isBusy, setBusy] = useState(false);
  const attempt = readLastConnectAttempt();
  if (!attempt) return <ButtonLink target={{ page: pagesPath }}>{t("beginAgain")}</ButtonLink>;
  return (
    <Button
      kind="primary"
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        beginConnect(attempt).catch((error) => {
          setBusy(false);
          toastError(error);
        });
      }}
    >
      {t("beginAgain")}
    </Button>
  );
}

function ChoosePages({ found, state }: { found: FoundChannelPages; state: string }) {
  const { t } = useTranslation(["channels", "common"]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const textOf = useErrorText();
  const { platform, bot, bot_answers, pages } = found;
  const isTaken = ({ joined_to }: (typeof pages)[number]) => joined_to !== null && joined_to.id !== bot.id;
  const joinablePages = pages.filter((page) => !isTaken(page));
  // If only one page can be connected, the page is chosen from the beginning.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(joinablePages.length === 1 ? joinablePages.map(({ external_id }) => external_id) : []),
  );
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const platformName = platformNames[platform];

  function setPageChosen(id: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
    setFailure("");
  }
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (chosen.size === 0) return setFailure(t("chooseOne"));
    setBusy(true);
    try {
      const joinedPages = await joinPages(state, [...chosen]);
      await navigate(pagesPath, { replace: true });
      toast(t("joinedToast", { count: joinedPages.length }));
    } catch (error) {
      setFailure(textOf(error));
      // Somebody may have connected one of the pages since they were fetched, so fetch the pages again.
      await client.invalidateQueries({ queryKey: ["channel callback"] });
    } finally {
      setBusy(false);
    }
  }
  if (pages.length === 0)
    return (
      <EmptyState
        title={t("foundNone", { platform: platformName })}
        text={t("foundNoneText")}
        action={<ConnectAgain />}
      />
    );
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.group}>
        <legend>{t("found", { platform: platformName, bot: bot.name })}</legend>
        {pages.map((page) => (
          <Checkbox
            key={page.external_id}
            label={page.name}
            description={
              page.joined_to &&
              (isTaken(page) ? t("joinedTo", { bot: page.joined_to.name }) : t("joinedHere"))
            }
            disabled={isTaken(page)}
            checked={chosen.has(page.external_id)}
            onChange={({ currentTarget }) => setPageChosen(page.external_id, currentTarget.checked)}
          />
        ))}
      </fieldset>
      {!bot_answers && <BotSilentNote bot={bot} platform={platform} maySet />}
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => void navigate(pagesPath, { replace: true })}>{t("common:cancel")}</Button>
        <Button type="submit" kind="primary" loading={isBusy}>
          {chosen.size > 0 ? t("join", { count: chosen.size }) : t("joinNone")}
        </Button>
      </div>
    </form>
  );
}
