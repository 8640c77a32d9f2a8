import { useEffect, useState } from "react";
import styles from "./highlighted.module.css";
import { blockOf } from "./highlighter.ts";

interface Props {
  text: string;
  /** The text after the code fence: `ts`, or `ts title="a.ts"`. */
  info: string;
}

/**
 * Code with colours, once the highlighter has answered. It does not use `Suspense`, whose fallback would be rendered in
 * the middle of scrolling.
 */
export function Highlighted({ text, info }: Props) {
  const [block] = useState(() => blockOf(text, info.split(/\s/)[0]?.toLowerCase() ?? ""));
  const [pieces, setPieces] = useState(block.pieces);
  useEffect(() => {
    let wanted = true;
    void block.answered.then((found) => wanted && setPieces(found));
    return () => {
      wanted = false;
    };
  }, [block]);
  return (
    <code>
      {pieces?.map(([piece, kind], index) => {
        const key = `${index} ${kind}`;
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
