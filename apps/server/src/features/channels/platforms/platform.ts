import type { ChannelProblemCode, OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { PlatformMessageContent } from "@kakehashi/contract/flows/shown/bubbles";
import type { Language } from "@kakehashi/contract/languages";

// The interface that each platform implements for the feature `channels`. `docs/channels.md` says how to add a
// platform.

/** The access tokens of a page, with which we call the platform. They are stored encrypted (`page-secret-encryption.ts`). */
export interface PageTokens {
  readonly accessToken: string;
  /**
   * The token that renews the access token. Null if the platform gives none. A refresh token of Zalo works only once.
   */
  readonly refreshToken: string | null;
  /** When the access token expires. Null if the access token does not expire. */
  readonly expiresAt: Date | null;
}

/** A page that a person may join to a bot. */
export interface ConnectablePage {
  /** The page's id on the platform. */
  readonly externalId: string;
  readonly name: string;
  readonly tokens: PageTokens;
}

/**
 * What a person's attempt to connect pages needs when the person goes to the platform: the URL to which the platform
 * sends the person back, and secrets that prove that we started the attempt.
 */
export interface ConnectAttempt {
  /** The URL of `/bots/callback`. */
  readonly redirectUri: string;
  /** A random string that nobody can guess. The platform adds it to the URL when it sends the person back. */
  readonly state: string;
  /** The secret of PKCE (RFC 7636). Only platforms with PKCE use it. */
  readonly verifier: string;
}

/** A file that an outside person sent. */
export interface IncomingAttachment {
  readonly kind: "image" | "video" | "audio" | "file" | "sticker";
  /** The file's URL at the platform. It can point anywhere, so open it only by `openAndFollowRedirects`. */
  readonly address: string;
  readonly name: string | null;
}

/** A location that an outside person shared. `name` is missing in events that were stored before the field existed. */
export interface IncomingLocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string | null;
}

/**
 * One thing that happened on a page.
 *
 * - `message`: an outside person wrote to the page. `payload` is the hidden value of the button that they pressed.
 * - `echo`: the page wrote to the person. `isOurs`: this installation sent the message. Zalo does not report who sent
 *   it, so `isOurs` is false there, and `messageId` tells whether it is a message that we sent.
 * - `delivered`, `seen`: messages of the page arrived or were read. If `messageIds` is null, all messages up to `at`.
 * - `follow`, `unfollow`: the page may write to the person from now on, or may not any more.
 * - `unknown`: an event that we do not handle. The event is stored and counted.
 */
export type ChannelEvent = {
  /** The page's id on the platform. */
  readonly pageId: string;
  /** The person's id on the platform. */
  readonly personId: string;
  /**
   * The key of the event. The same event always has the same key, and different events of a page have
   * different keys.
   */
  readonly key: string;
  /** When the event happened, by the platform's clock. */
  readonly at: Date;
} & (
  | {
      readonly type: "message";
      readonly text: string;
      readonly payload: string | null;
      readonly attachments: readonly IncomingAttachment[];
      readonly location: IncomingLocation | null;
    }
  | {
      readonly type: "echo";
      readonly messageId: string;
      readonly isOurs: boolean;
      readonly text: string;
      readonly attachments: readonly IncomingAttachment[];
    }
  | { readonly type: "delivered" | "seen"; readonly messageIds: readonly string[] | null }
  | { readonly type: "follow" | "unfollow" }
  | { readonly type: "unknown"; readonly name: string }
);

/** The content of a message from a person on our side or from a bot to an outside person. */
export type OutgoingContent = PlatformMessageContent;

/**
 * The JSON body of one API call that sends a message, without the recipient. It contains only JSON values, because it
 * is stored in the database.
 */
export type OutgoingPayload = Readonly<Record<string, unknown>>;

/**
 * Who writes the message: a bot or a person on our side. After a time limit, a platform may accept messages from people
 * only.
 */
export type MessageSpeaker = "bot" | "person";

export type SendResult =
  | { readonly ok: true; readonly messageId: string }
  | {
      readonly ok: false;
      readonly code: ChannelProblemCode;
      /** The platform's own error message, shown to the people who manage the page. It never contains a secret. */
      readonly detail: string;
      /** Milliseconds to wait before the first automatic retry. Null if only a person may start a retry. */
      readonly retryAfterMs: number | null;
      /**
       * Whether the platform may have sent the message although its response was lost. Such a message is not retried
       * automatically.
       */
      readonly mayHaveArrived: boolean;
    };

/** The error for a failed API call to a platform. An API call that sends a message returns its failure instead. */
export class PlatformError extends Error {
  readonly code: ChannelProblemCode;
  constructor(code: ChannelProblemCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export interface PlatformProfile {
  readonly name: string | null;
  readonly pictureAddress: string | null;
  readonly language: Language | null;
}

/** How long after an outside person's last act bots and people may write to that person, in milliseconds. */
export interface ReplyWindows {
  readonly botMs: number;
  /** How long people on our side may write to the person, in milliseconds. At least `botMs`. */
  readonly personMs: number;
}

/** The headers of a request by name. The names are in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ChannelPlatform {
  readonly name: OutsidePlatform;
  readonly windows: ReplyWindows;
  /** Maximum number of messages a second that one page may send. */
  readonly messagesPerSecond: number;

  /** Returns the URL at the platform where a person allows us to act for their pages. */
  createConnectUrl(attempt: ConnectAttempt): string;
  /**
   * Exchanges the returned code for the pages that the person chose. `query` is the query of
   * `/bots/callback`. Throws PlatformError.
   */
  listConnectablePages(
    attempt: ConnectAttempt,
    query: Readonly<Record<string, string>>,
  ): Promise<ConnectablePage[]>;
  /** Makes the platform send this page's events to our webhook. Throws PlatformError. */
  subscribe(pageId: string, tokens: PageTokens): Promise<void>;
  /**
   * Makes the platform stop sending this page's events to our webhook. Succeeds even if the page was not subscribed.
   * Throws PlatformError.
   */
  unsubscribe(pageId: string, tokens: PageTokens): Promise<void>;
  /**
   * Gets new tokens for a page. Returns null if the platform does not renew tokens: then a person must connect the page
   * again. Throws PlatformError if the platform refuses or does not respond.
   */
  refreshTokens(tokens: PageTokens): Promise<PageTokens | null>;

  /** Whether the platform signed this body. Compares in constant time. Never throws. */
  isSigned(body: Buffer, headers: RequestHeaders): boolean;
  /**
   * Before a platform sends events, it checks the webhook with a GET request. Returns the plain text with which to
   * respond to that request. Returns null for any other request, and for a wrong secret.
   */
  answerChallenge(query: Readonly<Record<string, unknown>>): string | null;
  /**
   * Reads the body of a webhook whose signature was checked. Returns null if the body is not JSON of this platform.
   * Never throws.
   */
  readEvents(body: Buffer): ChannelEvent[] | null;

  /**
   * Converts content to API calls, in the order in which they are sent. What the platform cannot show becomes text:
   * replies that do not fit are numbered, and long texts are split between words.
   */
  render(content: OutgoingContent): OutgoingPayload[];
  /**
   * Makes one call of the platform's send API. Never throws: if the platform refuses, the result contains the error.
   */
  send(
    page: { readonly externalId: string; readonly tokens: PageTokens },
    personId: string,
    payload: OutgoingPayload,
    sendConditions: { readonly speaker: MessageSpeaker; readonly isWithinBotWindow: boolean },
  ): Promise<SendResult>;
  /**
   * Asks the platform for a person's name and picture. Null if the platform does not tell them. Throws PlatformError.
   */
  fetchProfile(
    page: { readonly externalId: string; readonly tokens: PageTokens },
    personId: string,
  ): Promise<PlatformProfile | null>;
}
