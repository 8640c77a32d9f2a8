import { redirect } from "react-router";

export function clientLoader() {
  throw redirect("/help/contact");
}

export default function HelpStart() {
  return null;
}
