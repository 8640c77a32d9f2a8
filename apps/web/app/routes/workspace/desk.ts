import { redirect } from "react-router";
import { enter } from "../../features/auth/enter.ts";
import { loadVisitor } from "../../features/auth/session.ts";
import { loadTexts } from "../../i18n/browser.ts";

/** The desk is the admins' alone: the server refuses everybody else each of its calls. */
export async function enterDesk(request: Request): Promise<null> {
  await Promise.all([enter(request, "auth"), loadTexts("desk")]);
  if ((await loadVisitor()).role !== "admin") throw redirect("/home");
  return null;
}
