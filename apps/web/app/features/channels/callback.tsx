import type { FoundChannelPages } from "@kakehashi/contract/channel-pages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, useErrorText } from "../../kit/ui/states.tsx";
import { BotSilentNote } from "./bot-silent.tsx";
import { channelPagesPath } from "./filter.ts";
import {
  beginConnect,
  type CallbackQuery,
  connectablePagesQuery,
  joinPages,
  readLastConnectAttempt,
} from "./page-queries.ts";
import styles from "./pages.module.css";
import { platformNames } from "./platforms.ts";

interface CallbackState {
  readonly callback?: CallbackQuery;
}

/**
 * The page to which Messenger or Zalo redirects a person. The query of the page's address contains a secret code. The
 * page moves the query into the browser's history state. So the address bar does not show the code, other sites do not
 * receive it, and the code survives a reload.
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
    <Page title={t("callbackTitle")} backLink={{ to: channelPagesPath, label: t("pages") }}>
      {callback ? (
        <CallbackResult callback={callback} />
      ) : search === "" ? (
        <EmptyState
          title={t("callbackFailed")}
          text={t("callbackNothing")}
          action={<ButtonLink target={{ page: channelPagesPath }}>{t("pages")}</ButtonLink>}
        />
      ) : (
        <SkeletonRows count={3} label={t("callbackWaiting")} />
      )}
    </Page>
  );
}

function CallbackResult({ callback }: { callback: CallbackQuery }) {
  const { t } = useTranslation("channels");
  const errorTextOf = useErrorText();
  const { data, error, isFetching, refetch } = useQuery(connectablePagesQuery(callback));
  if (data) return <ChoosePages foundPages={data} state={callback.state ?? ""} />;
  if (!error) return <SkeletonRows count={3} label={t("callbackWaiting")} />;
  // The platform's code is the one with which it sent the person back to this page. After a network or server failure,
  // this code is often still valid, so offer a retry.
  const mayTryAgain = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return (
    <div role="alert">
      <EmptyState
        title={t("callbackFailed")}
        text={errorTextOf(error)}
        action={
          <span className={styles.buttons}>
            {mayTryAgain && (
              <Button onClick={() => void refetch()} loading={isFetching}>
                {t("retry")}
              </Button>
            )}
            <ConnectAgainButton />
          </span>
        }
      />
    </div>
  );
}

/**
 * A button that repeats the last attempt to connect a page in this tab. If there was none, a link to the list of
 * connected pages instead.
 */
function ConnectAgainButton() {
  const { t } = useTranslation("channels");
  const [isBusy, setBusy] = useState(false);
  const connectAttempt = readLastConnectAttempt();
  if (!connectAttempt) return <ButtonLink target={{ page: channelPagesPath }}>{t("beginAgain")}</ButtonLink>;
  return (
    <Button
      kind="primary"
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        beginConnect(connectAttempt).catch((error) => {
          setBusy(false);
          toastError(error);
        });
      }}
    >
      {t("beginAgain")}
    </Button>
  );
}

function ChoosePages({ foundPages, state }: { foundPages: FoundChannelPages; state: string }) {
  const { t } = useTranslation(["channels", "common"]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorTextOf = useErrorText();
  const { platform, bot, bot_answers, pages } = foundPages;
  const isConnectedToOtherBot = ({ joined_to }: (typeof pages)[number]) =>
    joined_to !== null && joined_to.id !== bot.id;
  const connectablePages = pages.filter((page) => !isConnectedToOtherBot(page));
  // If there is only one page to connect, it is selected at first.
  const [chosenPageIds, setChosenPageIds] = useState<ReadonlySet<string>>(
    () =>
      new Set(connectablePages.length === 1 ? connectablePages.map(({ external_id }) => external_id) : []),
  );
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const platformName = platformNames[platform];

  function setPageChosen(id: string, isChosen: boolean): void {
    const nextIds = new Set(chosenPageIds);
    if (isChosen) nextIds.add(id);
    else nextIds.delete(id);
    setChosenPageIds(nextIds);
    setFailure("");
  }
  async function submitPages(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (chosenPageIds.size === 0) return setFailure(t("chooseOne"));
    setBusy(true);
    try {
      const joinedPages = await joinPages(state, [...chosenPageIds]);
      await navigate(channelPagesPath, { replace: true });
      toast(t("joinedToast", { count: joinedPages.length }));
    } catch (error) {
      setFailure(errorTextOf(error));
      // Fetch the pages again, because somebody may have connected one of them meanwhile.
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
        action={<ConnectAgainButton />}
      />
    );
  return (
    <form className={styles.form} onSubmit={(event) => void submitPages(event)}>
      <fieldset className={styles.group}>
        <legend>{t("found", { platform: platformName, bot: bot.name })}</legend>
        {pages.map((page) => (
          <Checkbox
            key={page.external_id}
            label={page.name}
            description={
              page.joined_to &&
              (isConnectedToOtherBot(page) ? t("joinedTo", { bot: page.joined_to.name }) : t("joinedHere"))
            }
            disabled={isConnectedToOtherBot(page)}
            checked={chosenPageIds.has(page.external_id)}
            onChange={({ currentTarget }) => setPageChosen(page.external_id, currentTarget.checked)}
          />
        ))}
      </fieldset>
      {!bot_answers && <BotSilentNote bot={bot} platform={platform} mayChangeSettings />}
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => void navigate(channelPagesPath, { replace: true })}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" kind="primary" loading={isBusy}>
          {chosenPageIds.size > 0 ? t("join", { count: chosenPageIds.size }) : t("joinNone")}
        </Button>
      </div>
    </form>
  );
}
