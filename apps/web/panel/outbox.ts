import { CallFailure, type TurnsResponse, type VisitorApi } from "./calls.ts";

/** A message that is being sent. A retry has the same `client_id`, so that the server stores the message only once. */
export interface OutgoingMessage {
  readonly client_id: string;
  readonly content: string;
  readonly choice: string | null;
  /** The file to send. Null for a text message. */
  readonly file: File | null;
  /** The uploaded part of the file, from 0 to 1. */
  uploadedPart: number;
  /** Why sending the message has failed. Null while it is being sent. */
  failure: "offline" | "tooFast" | "failed" | null;
}

/** Why the server refuses a file. Sending the same file again would fail, too. */
export type UploadRefusalReason = "fileTooLarge" | "fileNoRoom" | "fileUnwanted" | "fileEmpty";
const fileFailures: Readonly<Record<number, UploadRefusalReason>> = {
  409: "fileUnwanted",
  413: "fileTooLarge",
  422: "fileEmpty",
  507: "fileNoRoom",
};

/** The visitor's messages that the server has not received yet. */
export function createOutbox(
  visitorApi: Pick<VisitorApi, "send" | "sendFile">,
  handlers: {
    /** Returns the session's token, or null if there is none yet. Called before each message is sent. */
    readonly getSessionToken: () => Promise<string | null>;
    readonly answer: (answer: TurnsResponse) => void;
    readonly onFileRefused: (reason: UploadRefusalReason) => void;
    /** Called when the server refuses a message with 404 or 409, because the visitor's session has ended. */
    readonly onSessionEnd: () => void;
    readonly change: () => void;
  },
) {
  let messages: OutgoingMessage[] = [];
  let isSending = false;

  function sendMessage(token: string, messageToSend: OutgoingMessage): Promise<TurnsResponse> {
    const { client_id, content, choice, file } = messageToSend;
    if (file === null) return visitorApi.send(token, { client_id, content, choice });
    return visitorApi.sendFile(token, client_id, file, (uploadProgress) => {
      messageToSend.uploadedPart = uploadProgress;
      handlers.change();
    });
  }

  const remove = (message: OutgoingMessage): void => {
    messages = messages.filter((otherMessage) => otherMessage !== message);
  };

  function handleFailure(message: OutgoingMessage, status: number): void {
    const fileFailure = message.file ? fileFailures[status] : undefined;
    if (fileFailure) {
      remove(message);
      handlers.onFileRefused(fileFailure);
      return;
    }
    message.failure = status === 0 ? "offline" : status === 429 ? "tooFast" : "failed";
    if (status === 409 || status === 404) handlers.onSessionEnd();
  }

  /** Sends the waiting messages in order, one after the other, so that the bot answers them in that order. */
  async function sendWaitingMessages(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (
      let nextMessage = messages[0];
      nextMessage && nextMessage.failure === null;
      nextMessage = messages[0]
    ) {
      try {
        const token = await handlers.getSessionToken();
        if (token === null) break;
        const response = await sendMessage(token, nextMessage);
        // The visitor has begun a new session in the meantime. The response belongs to the earlier one, so ignore it.
        if (!messages.includes(nextMessage)) continue;
        remove(nextMessage);
        handlers.answer(response);
      } catch (error) {
        if (messages.includes(nextMessage))
          handleFailure(nextMessage, error instanceof CallFailure ? error.status : -1);
      }
      handlers.change();
    }
    isSending = false;
  }

  return {
    list: (): readonly OutgoingMessage[] => messages,
    add(message: Pick<OutgoingMessage, "content" | "choice" | "file">): void {
      messages = [...messages, { ...message, client_id: createClientId(), uploadedPart: 0, failure: null }];
      handlers.change();
      void sendWaitingMessages();
    },
    tryAgain(): void {
      for (const message of messages) message.failure = null;
      handlers.change();
      void sendWaitingMessages();
    },
    clear(): void {
      messages = [];
    },
  };
}

/** Returns a random UUID. `crypto.randomUUID` does not exist on pages without https. */
function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hexDigits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hexDigits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
