import type { IssuerOptions } from "./features/auth/open-id-client.ts";
import type { ChannelOptions } from "./features/channels/service.ts";
import type { QuotaLimits } from "./features/files/quota.ts";
import type { MachineOptions } from "./features/machine/service.ts";
import type { MailTransport } from "./features/mail/transport.ts";
import type { ReplaceableClock } from "./features/presence/clock.ts";
import type { SendPush } from "./features/push/send.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import type { IsTrustedProxy } from "./kit/http/network.ts";
import type { Jobs } from "./kit/jobs.ts";
import type { Storage } from "./kit/storage/storage.ts";

/**
 * The configuration and the connections from which the services of all features are created. `main.ts` or a test
 * provides them.
 */
export interface ServiceDependencies {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  mailTransport: MailTransport;
  storage: Storage;
  /** The folder for unfinished uploads. */
  dataDir: string;
  /** The keys that sign tokens and encrypt secrets: at least one, newest first. */
  secretKeys: readonly string[];
  /** Maximum bytes of files that one person may store, and that all people together may store. */
  storageQuotas: QuotaLimits;
  /**
   * Whether the server fetches linked pages to show previews of them. `true` allows only public IP addresses. A
   * function decides itself which IP addresses are allowed.
   */
  allowPreviewFetch: boolean | ((address: string, port: number) => boolean);
  /** The settings of Google sign-in (OpenID Connect). Null or absent: people cannot sign in with Google. */
  google?: IssuerOptions | null;
  /**
   * The machine translation provider. Null: no machine translation. With a provider, open the database with
   * `recordsForTranslation`.
   */
  machine?: MachineOptions | null;
  /**
   * The outside platforms (Messenger, Zalo) whose pages can be connected to bots. Pages of other platforms cannot be
   * connected.
   */
  channels?: ChannelOptions;
  /** Replaces the browsers' push services, for tests. */
  sendPush?: SendPush;
  /** The URL of the site, without a trailing slash. */
  publicUrl: string;
  /** Decides which peers are trusted proxies. */
  isTrustedProxy: IsTrustedProxy;
  /** Whether rate limits apply. False for tests, which send more requests in a second than people in a minute. */
  hasRateLimits?: boolean;
  /** The server multiplies every rate limit by this factor. */
  callLimitsFactor?: number;
  /** Maximum broadcast messages per second for one bot. Default: 50. */
  broadcastsPerSecond?: number;
  /** The clock that decides who is online. Tests replace it, because they cannot wait for minutes. */
  presenceClock?: ReplaceableClock;
}
