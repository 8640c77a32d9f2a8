import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { RequestToPublicUrl } from "../../kit/http/public-fetch.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Keyring } from "../../kit/secrets.ts";
import type { AuditAuthor } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { LivechatService } from "../livechat/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { Users } from "../users/service.ts";
import type { Platforms } from "./platforms/platforms.ts";

export interface ChannelDependencies {
  db: Kysely<DB>;
  events: Pick<Events, "on" | "publish">;
  jobs: Jobs;
  live: Pick<Live, "toUser">;
  users: Pick<Users, "getAccount">;
  log: Log;
  keyring: Keyring;
  messages: Pick<Messages, "listChanged" | "findForServer" | "removeForServer">;
  files: Pick<Files, "outside" | "staging">;
  profiles: Pick<Profiles, "setOutsidePicture">;
  bots: Pick<Bots, "require" | "requireIn" | "peopleOf" | "sessions">;
  livechat: Pick<LivechatService, "authorsOf" | "visitorOf" | "detail" | "requireDeciding">;
  platforms: Platforms;
  /** The site's URL, without a trailing slash. */
  publicUrl: string;
  /**
   * Decides to which IP addresses and ports the server may connect when it fetches files. Undefined: only public
   * addresses are allowed.
   */
  allow?: RequestToPublicUrl["allow"];
}

export type ChannelActor = AuditAuthor & { readonly userId: string; readonly isAdmin: boolean };
