// Shows a bot's chat on any site: <script src="https://…/widget.js" data-bot="ID" data-lang="ja" async></script>.
// A round button opens the chat in a frame. The frame is loaded when it is opened for the first time.
(() => {
  const script = document.currentScript;
  const botId = script?.dataset.bot ?? "";
  if (!/^[\da-f-]{36}$/i.test(botId)) {
    console.error("widget.js: data-bot must be the id of a bot.");
    return;
  }
  const name = `kakehashi-chat-${botId}`;
  if (document.getElementById(name)) return;
  const { origin } = new URL(script.src);

  const textsByLanguage = {
    en: {
      open: "Open the chat",
      close: "Close the chat",
      chat: "Chat",
      unread: "new messages",
      failed: "The chat could not be opened on this page.",
    },
    vi: {
      open: "Mở trò chuyện",
      close: "Đóng trò chuyện",
      chat: "Trò chuyện",
      unread: "tin nhắn mới",
      failed: "Không mở được cuộc trò chuyện trên trang này.",
    },
    ja: {
      open: "チャットを開く",
      close: "チャットを閉じる",
      chat: "チャット",
      unread: "件の新着メッセージ",
      failed: "このページではチャットを開けませんでした。",
    },
  };
  const supportedLanguageOf = (tag) =>
    tag && textsByLanguage[tag.slice(0, 2).toLowerCase()] ? tag.slice(0, 2).toLowerCase() : null;
  const language =
    supportedLanguageOf(script.dataset.lang) ??
    supportedLanguageOf(document.documentElement.lang) ??
    supportedLanguageOf(navigator.language) ??
    "en";
  const texts = textsByLanguage[language];

  // Create the style sheet with JavaScript, because this also works if the Content-Security-Policy of the site forbids
  // inline styles.
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(`
    :host { all: initial; position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; color-scheme: light dark; }
    button { position: relative; display: grid; place-items: center; width: 56px; height: 56px; margin: 0; padding: 0;
      border: 0; border-radius: 50%; background: #3d4eac; color: #fff; cursor: pointer;
      box-shadow: 0 6px 20px rgb(23 26 43 / 30%); font: 600 12px system-ui, sans-serif; }
    button:hover { background: #323f90; }
    button:focus-visible { outline: 3px solid #a3b0f5; outline-offset: 3px; }
    span { position: absolute; inset: -4px -4px auto auto; min-width: 20px; padding: 2px 6px; border-radius: 10px;
      background: #cf3b23; line-height: 16px; text-align: center; }
    [hidden] { display: none !important; }
    iframe, p { position: fixed; inset: auto 20px 88px auto; width: min(400px, calc(100vw - 40px));
      border: 1px solid rgb(128 128 140 / 35%); border-radius: 12px; background: Canvas;
      box-shadow: 0 12px 40px rgb(23 26 43 / 30%); }
    iframe { height: min(640px, calc(100dvh - 108px)); }
    p { box-sizing: border-box; margin: 0; padding: 16px; color: CanvasText; font: 16px / 1.5 system-ui, sans-serif;
      text-wrap: pretty; word-break: auto-phrase; }
    @media (max-width: 480px), (max-height: 480px) {
      iframe { inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; }
      iframe.ready:not([hidden]) ~ button { display: none; }
    }`);
  const host = document.createElement("div");
  host.id = name;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styleSheet];

  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  button.innerHTML =
    '<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M4 5h16v11H9l-5 4z"/></svg>';
  const badge = document.createElement("span");
  badge.hidden = true;
  button.append(badge);
  const failureNote = document.createElement("p");
  failureNote.lang = language;
  failureNote.setAttribute("role", "status");
  failureNote.hidden = true;
  root.append(failureNote, button);

  let frame = null;
  let isOpen = false;
  let hasFailed = false;

  function showUnreadCount(count) {
    badge.hidden = !(count > 0);
    badge.textContent = count > 99 ? "99+" : String(count);
    const label = isOpen ? texts.close : texts.open;
    button.setAttribute("aria-label", count > 0 ? `${label} (${count} ${texts.unread})` : label);
  }

  function postToFrame(type, extraFields) {
    frame?.contentWindow?.postMessage({ type, ...extraFields }, origin);
  }

  // Store the visitor's token for the chat frame, until the tab is closed. The frame asks for this if the browser
  // refuses storage to it. Otherwise each page of the site would start another chat.
  const tokenKey = `kakehashi.visit.${botId}`;
  function sendStoredToken() {
    let isKept = true;
    let token = null;
    try {
      token = sessionStorage.getItem(tokenKey);
    } catch {
      isKept = false;
    }
    postToFrame("kakehashi:visit", { isKept, token });
  }
  function storeToken(token) {
    try {
      if (typeof token === "string" && token.length <= 100) sessionStorage.setItem(tokenKey, token);
      else sessionStorage.removeItem(tokenKey);
    } catch {
      // The browser refuses to store the token here, too.
    }
  }

  /** Shows the chat frame, or a text that says why the chat is unavailable. */
  function showFrameOrFailure() {
    frame.hidden = !isOpen || hasFailed;
    failureNote.hidden = !isOpen || !hasFailed;
    failureNote.textContent = hasFailed ? texts.failed : "";
  }

  // The chat frame sends a message before its `load` event. If the message does not come, the frame shows an error page
  // of the browser. The usual reason is that the bot's settings do not list this site.
  function handleLoad() {
    hasFailed = frame.className !== "ready";
    showFrameOrFailure();
    if (!hasFailed) return postToFrame(isOpen ? "kakehashi:opened" : "kakehashi:closed");
    console.error(
      `widget.js: the chat did not open. Is ${location.origin} among the sites that may show it, in the bot's settings?`,
    );
  }

  function setOpen(shouldOpen) {
    isOpen = shouldOpen;
    if (isOpen && hasFailed) {
      frame.remove();
      frame = null;
      hasFailed = false;
    }
    if (!frame) {
      frame = document.createElement("iframe");
      frame.title = texts.chat;
      // With its own origin, the frame can use the browser's storage. But it can neither read nor navigate this page.
      frame.setAttribute(
        "sandbox",
        "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox",
      );
      frame.src = `${origin}/w/${botId}?lang=${language}`;
      frame.addEventListener("load", handleLoad);
      root.prepend(frame);
    }
    showFrameOrFailure();
    button.setAttribute("aria-expanded", String(isOpen));
    showUnreadCount(0);
    postToFrame(isOpen ? "kakehashi:opened" : "kakehashi:closed");
    if (isOpen) frame.focus();
    else button.focus();
  }

  button.addEventListener("click", () => setOpen(!isOpen));
  addEventListener("message", ({ source, origin: from, data }) => {
    if (!frame || source !== frame.contentWindow || from !== origin) return;
    // On a small screen the chat covers the page and has its own close button, so hide the round button. If the chat
    // has not loaded, the round button must stay.
    frame.className = "ready";
    if (hasFailed) {
      hasFailed = false;
      showFrameOrFailure();
    }
    if (data?.type === "kakehashi:close") setOpen(false);
    else if (data?.type === "kakehashi:find-visit") sendStoredToken();
    else if (data?.type === "kakehashi:keep-visit") storeToken(data.token);
    else if (data?.type === "kakehashi:unread" && !isOpen) showUnreadCount(Number(data.count) || 0);
  });
  showUnreadCount(0);
  if (document.body) document.body.append(host);
  else addEventListener("DOMContentLoaded", () => document.body.append(host));
})();
