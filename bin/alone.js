import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Runs `task` while no other process sets this checkout up. The lock is a file that contains the id of the process. If
 * this process has ended, the lock does not count.
 * @param {string} lockPath the file's path
 * @param {() => Promise<void>} task
 */
export async function withLock(lockPath, task) {
  mkdirSync(dirname(lockPath), { recursive: true });
  for (let isReported = false; !acquireLock(lockPath); isReported = true) {
    if (!isReported) console.log("Another process is setting this checkout up; waiting for it …");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  try {
    await task();
  } finally {
    rmSync(lockPath, { force: true });
  }
}

/** @param {string} lock */
function acquireLock(lock) {
  const ownLockFile = `${lock}.${process.pid}`;
  try {
    // Writes the process id into a separate file, and then links this file to the lock's path. So no other process can
    // read a lock file that is still empty.
    writeFileSync(ownLockFile, `${process.pid}`);
    linkSync(ownLockFile, lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  } finally {
    rmSync(ownLockFile, { force: true });
  }
  try {
    if (!isProcessAlive(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  return false;
}

/** @param {number} pid */
function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
