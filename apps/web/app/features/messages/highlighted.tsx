import { common, createLowlight } from "lowlight";
import type { ReactNode } from "react";
import styles from "./highlighted.module.css";

const lowlight = createLowlight(common);

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

/** The library's classes, as the names that the stylesheet has for them. */
function classOf(names: unknown): string {
  if (!Array.isArray(names)) return "";
  return names
    .map(
      (name) =>
        styles[
          String(name)
            .replace(/^hljs-/, "")
            .replace(/_$/, "")
        ] ?? "",
    )
    .join(" ");
}

function draw(nodes: Nodes): ReactNode {
  return nodes.map((node, place) => {
    const key = `${place} ${node.type}`;
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    return (
      <span key={key} className={classOf(node.properties.className)}>
        {draw(node.children as Nodes)}
      </span>
    );
  });
}

/** Code in colours, where the language is known. Loaded with the first block that names one. */
export default function Highlighted({ text, language }: { text: string; language: string }) {
  const name = language.split(/\s/)[0]?.toLowerCase() ?? "";
  if (!lowlight.registered(name)) return <code>{text}</code>;
  return <code>{draw(lowlight.highlight(name, text).children)}</code>;
}
