import { use } from "react";
import styles from "./highlighted.module.css";
import { piecesOf } from "./highlighter.ts";

/** Code in colours, where its language is known. Loaded with the first block that names one. */
export function Highlighted({ text, language }: { text: string; language: string }) {
  const pieces = use(piecesOf(text, language.split(/\s/)[0]?.toLowerCase() ?? ""));
  return (
    <code>
      {pieces?.map(([piece, kind], place) => {
        const key = `${place} ${kind}`;
        const look = kind === null ? undefined : styles[kind];
        return look ? (
          <span key={key} className={look}>
            {piece}
          </span>
        ) : (
          piece
        );
      }) ?? text}
    </code>
  );
}
