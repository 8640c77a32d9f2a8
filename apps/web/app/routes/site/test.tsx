import { IconDots, IconPencilPlus } from "@tabler/icons-react";
import { LanguageMenu } from "../../features/auth/language-menu.tsx";
import { DayRow, UnreadLineRow } from "../../features/messages/row/dividers.tsx";
import { OutgoingMessageRow } from "../../features/messages/row/outgoing-message-row.tsx";
import { type ChatActions, ChatActionsContext } from "../../features/messages/state/chat-context.ts";
import { cachePeople } from "../../features/profiles/people.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { AppProviders } from "../../kit/ui/frame.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { PasswordField, TextField } from "../../kit/ui/text-field.tsx";
import styles from "./test.module.css";
import { ChoiceSamples } from "./test-choices.tsx";
import { FieldSamples, SampleForm } from "./test-form.tsx";
import { LayerSamples } from "./test-layers.tsx";
import { ListComponentSamples } from "./test-lists.tsx";
import { PeopleSamples, styleGuidePeople } from "./test-people.tsx";
import { StyleGuideSection } from "./test-section.tsx";

/**
 * Puts the sample people into the browser's cache, so that the page sends no requests for them. Runs only in the
 * browser.
 */
export async function clientLoader() {
  cachePeople(styleGuidePeople);
  await Promise.all([loadTexts("styleguide"), loadTexts("table")]);
  return null;
}
clientLoader.hydrate = true as const;
export function HydrateFallback() {
  const { t } = useTranslation();
  return <DocumentTitle>{t("loading")}</DocumentTitle>;
}

const sampleColours = [
  "ground",
  "surface",
  "sunken",
  "hover",
  "line",
  "ink",
  "muted",
  "accent",
  "indigo",
  "jade",
  "amber",
  "violet",
];
/** The living style guide: all components in all states. */
export default function StyleGuide() {
  const { t } = useTranslation("styleguide");
  return (
    <AppProviders>
      <main className={styles.page}>
        <DocumentTitle>{t("title")}</DocumentTitle>
        <header className={styles.pageTop}>
          <LogoMark size={44} title="Kakehashi" />
          <div>
            <h1 className={styles.title}>{t("title")}</h1>
            <p className={styles.note}>{t("note")}</p>
          </div>
          <LanguageMenu />
        </header>
        <FoundationSamples />
        <ControlSamples />
        <PeopleSamples />
        <ListComponentSamples />
        <ToastAndDialogButtons />
        <MessageSamples />
      </main>
    </AppProviders>
  );
}

function FoundationSamples() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <StyleGuideSection title={t("colours")}>
        {sampleColours.map((colour) => (
          <span key={colour} className={styles.swatch}>
            <span style={{ background: `var(--${colour})` }} />
            <code>{colour}</code>
          </span>
        ))}
      </StyleGuideSection>
      <StyleGuideSection title={t("type")} isWide>
        <p className={styles.large}>{t("typeHeading")}</p>
        <p className={styles.body}>{t("typeText")}</p>
        <p className={styles.mixedText}>
          <span lang="ja">言葉の橋を架ける。</span> <span lang="vi">Bắc cầu ngôn ngữ.</span>{" "}
          <span lang="en">A bridge of words.</span> <code>const bridge = 3;</code>
        </p>
      </StyleGuideSection>
    </>
  );
}

function ControlSamples() {
  const { t } = useTranslation("styleguide");
  return (
    <>
      <StyleGuideSection title={t("buttons")}>
        <Button kind="primary">{t("primary")}</Button>
        <Button kind="danger">{t("danger")}</Button>
        <Button>{t("plain")}</Button>
        <Button kind="chosen">{t("chosen")}</Button>
        <Button kind="quiet">{t("quiet")}</Button>
        <Button kind="primary" loading>
          {t("busy")}
        </Button>
        <Button disabled>{t("disabled")}</Button>
        <ButtonLink kind="primary" target={{ page: "/test" }}>
          {t("link")}
        </ButtonLink>
        <ButtonLink target={{ page: "/test" }}>{t("link")}</ButtonLink>
        <IconButton label={t("primary")} kind="primary">
          <IconPencilPlus size={20} stroke={1.6} />
        </IconButton>
        <IconButton label={t("openMenu")}>
          <IconDots size={20} stroke={1.6} />
        </IconButton>
      </StyleGuideSection>
      <StyleGuideSection title={t("fields")}>
        <form className={styles.fields} onSubmit={(event) => event.preventDefault()}>
          <TextField label={t("label")} description={t("description")} />
          <TextField label={t("label")} defaultValue="aiko@" error={t("error")} />
          <TextField label={t("label")} defaultValue="aiko@kakehashi.example" disabled />
          <PasswordField label={t("password")} defaultValue="Bridge2026" toggleLabel={t("password")} />
          <ChoiceSamples />
        </form>
        <FieldSamples />
      </StyleGuideSection>
      <StyleGuideSection title={t("form")} isWide>
        <SampleForm />
      </StyleGuideSection>
    </>
  );
}

function ToastAndDialogButtons() {
  const { t } = useTranslation("styleguide");
  return (
    <StyleGuideSection title={t("dialogs")}>
      <Button onClick={() => toast(t("toastText"))}>{t("showToast")}</Button>
      <Button onClick={() => toast(t("errorText"), "error")}>{t("showError")}</Button>
      <Button
        onClick={() =>
          void askToConfirm({ title: t("askTitle"), text: t("askText"), actionLabel: t("askAction") })
        }
      >
        {t("ask")}
      </Button>
      <LayerSamples />
      <Menu>
        <Menu.Target>
          <Button>{t("openMenu")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t("buttons")}</Menu.Label>
          <Menu.Item>{t("plain")}</Menu.Item>
          <Menu.Item>{t("quiet")}</Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled>{t("disabled")}</Menu.Item>
          <Menu.Item data-grave>{t("danger")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </StyleGuideSection>
  );
}

/** A chat with actions that do nothing, for sample rows. */
const sampleChatActions: ChatActions = {
  userId: "emma",
  roomRole: "MEMBER",
  isClosed: false,
  editedId: null,
  edit: () => undefined,
  editedText: { current: null },
  reportChanged: () => undefined,
  quote: () => undefined,
  writesNote: false,
  appendToComposer: () => undefined,
  openThread: null,
  pickedMessages: null,
  setPickedMessages: null,
  markUnread: () => undefined,
};

function MessageSamples() {
  const { t, i18n } = useTranslation("styleguide");
  const timestamp = "2026-11-20T01:12:00Z";
  const sampleMessageFields = { client_id: "sample", created_at: timestamp };
  const row = {
    userId: "emma",
    language: i18n.language,
    onRetry: () => undefined,
    onDiscard: () => undefined,
  };
  return (
    <StyleGuideSection title={t("messages")} isWide>
      <ChatActionsContext value={sampleChatActions}>
        <div className={styles.frame}>
          <DayRow label="2026-11-20" />
          <OutgoingMessageRow
            {...row}
            isGrouped={false}
            send={{ ...sampleMessageFields, content: t("draft"), state: "sending", reason: null }}
          />
          <OutgoingMessageRow
            {...row}
            isGrouped
            send={{ ...sampleMessageFields, content: t("held"), state: "waiting", reason: null }}
          />
          <UnreadLineRow />
          <OutgoingMessageRow
            {...row}
            isGrouped
            send={{ ...sampleMessageFields, content: t("refused"), state: "failed", reason: t("reason") }}
          />
        </div>
      </ChatActionsContext>
    </StyleGuideSection>
  );
}
