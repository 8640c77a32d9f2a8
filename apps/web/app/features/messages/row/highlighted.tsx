import { useEffect, useState } from "react";
import styles from "./highlighted.module.css";
import { blockOf } from "./highlighter.ts";

interface Props {
  text: string;
  /** As it is written behind the fence: `ts`, or `ts title="a.ts"`. */
  info: string;
}

/**
 * Code in colours, once they are known and where its language is. Not by `Suspense`, which draws what stands there until
 * then as a part of its own, in the middle of scrolling.
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
