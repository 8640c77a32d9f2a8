import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";

/**
 * The operating system account that PostgreSQL runs as. Its functions run commands and change owners of files for this
 * account.
 */
export type SystemAccount = {
  uid: number;
  gid: number;
  /** Turns `[program, ...args]` into a command that runs the program as this account. */
  commandFor(program: string, args: string[]): [string, string[]];
  /** Changes the owner of a new file or folder to this operating system account. */
  chown(path: string): void;
};

const ACCOUNT_NAME = "kakehashi";
const CAP_DAC_OVERRIDE = 1n;
const CAP_DAC_READ_SEARCH = 2n;

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root. Any other user runs PostgreSQL under their
 * own account. Root runs it as the owner of the cluster's folder, else as `postgres`, else as a new system account.
 *
 * @param clusterFolder the cluster's folder, which may not exist yet
 * @param neededPaths paths that the account must be able to reach
 */
export function choosePostgresAccount(clusterFolder: string, neededPaths: string[]): SystemAccount {
  const owner = findOwner(clusterFolder);
  const currentAccount = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (currentAccount.uid !== 0) {
    if (owner && owner.uid !== currentAccount.uid) {
      throw new Error(
        `The database in ${clusterFolder} belongs to user ${owner.uid}, and this is user ${currentAccount.uid}: start as its owner or as root, or set another DATA_DIR.`,
      );
    }
    return { ...currentAccount, commandFor: (program, args) => [program, args], chown: () => {} };
  }
  if (process.platform !== "linux") {
    throw new Error("PostgreSQL refuses to run as root: start as an ordinary user, or set DATABASE_URL.");
  }
  const { uid, gid } = owner && owner.uid !== 0 ? owner : findOrCreateSystemAccount();
  const flagsWithoutCapabilities = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  const flags = canReachPaths(flagsWithoutCapabilities, neededPaths)
    ? flagsWithoutCapabilities
    : [...flagsWithoutCapabilities, ...createCapabilityFlags(flagsWithoutCapabilities, neededPaths)];
  return {
    uid,
    gid,
    commandFor: (program, args) => ["setpriv", [...flags, "--", program, ...args]],
    chown: (path) => chownSync(path, uid, gid),
  };
}

function findOwner(path: string): { uid: number; gid: number } | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function findOrCreateSystemAccount(): { uid: number; gid: number } {
  const existingAccount = lookUpSystemAccount("postgres") ?? lookUpSystemAccount(ACCOUNT_NAME);
  if (existingAccount) return existingAccount;
  const args = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  const creationResult = spawnSync("useradd", [...args, "--shell", "/usr/sbin/nologin", ACCOUNT_NAME], {
    encoding: "utf8",
  });
  const account = lookUpSystemAccount(ACCOUNT_NAME);
  if (account) return account;
  throw new Error(
    `PostgreSQL refuses to run as root and no account could be made for it (useradd: ${
      creationResult.error?.message ?? creationResult.stderr.trim()
    }): start as an ordinary user, or set DATABASE_URL.`,
  );
}

function lookUpSystemAccount(name: string): { uid: number; gid: number } | undefined {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [user, , uid, gid] = line.split(":");
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function canReachPaths(flags: string[], neededPaths: string[]): boolean {
  const quotedPaths = neededPaths.map((path) => `'${path.replaceAll("'", "'\\''")}'`);
  const accessTestCommand = quotedPaths.map((path) => `[ -r ${path} ] && [ -x ${path} ]`).join(" && ");
  try {
    // A shell checks the access, because it uses the system call access(2), as PostgreSQL does for its own programs.
    execFileSync("setpriv", [...flags, "--", "/bin/sh", "-c", accessTestCommand], { stdio: "ignore" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
    throw new Error(
      "PostgreSQL refuses to run as root, and setpriv (util-linux), which would run it as another account, is missing: install it, start as an ordinary user, or set DATABASE_URL.",
    );
  }
}

/**
 * Returns the flags of `setpriv` that let PostgreSQL's account reach a checkout below a closed folder such as /root.
 * The folder's permissions do not change. The account gets one Linux capability that bypasses them: DAC_READ_SEARCH, or
 * DAC_OVERRIDE if the container lacks DAC_READ_SEARCH or the programs were installed with umask 077. `no_setuid_fixup`
 * makes access(2) respect the capability. SQL statements cannot use the capability, because their database account is
 * not a superuser.
 */
function createCapabilityFlags(flagsWithoutCapabilities: string[], neededPaths: string[]): string[] {
  const boundingCapabilities = BigInt(
    `0x${/^CapPrm:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0"}`,
  );
  const names: string[] = [];
  if (boundingCapabilities & (1n << CAP_DAC_READ_SEARCH)) names.push("dac_read_search");
  if (boundingCapabilities & (1n << CAP_DAC_OVERRIDE)) names.push("dac_override");
  for (const name of names) {
    const capabilityFlag = `-all,+${name}`;
    const flags = [
      "--securebits",
      "+no_setuid_fixup",
      "--inh-caps",
      capabilityFlag,
      "--ambient-caps",
      capabilityFlag,
    ];
    const flagsWithBoundingSet = [...flags, "--bounding-set", capabilityFlag];
    if (canReachPaths([...flagsWithoutCapabilities, ...flagsWithBoundingSet], neededPaths))
      return flagsWithBoundingSet;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the account it runs as cannot reach ${neededPaths.join(" or ")}: move the checkout out of closed folders, start as an ordinary user, or set DATABASE_URL.`,
  );
}
