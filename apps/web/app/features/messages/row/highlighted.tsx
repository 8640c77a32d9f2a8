import { useEffect, useState } from "react";
import styles from "../../../kit/code/colours.module.css";
import { highlightCodeBlock } from "./highlighter.ts";

interface HighlightedCodeProps {
  text: string;
  /** The text after the three backticks that begin a block of code: `ts`, or `ts title="a.ts"`. */
  fenceText: string;
}

/**
 * A block of code. It is plain until the highlighter responds. It does not use `Suspense`, because the fallback would
 * be rendered while the reader scrolls.
 */
export function HighlightedCode({ text, fenceText }: HighlightedCodeProps) {
  const [block] = useState(() => highlightCodeBlock(text, fenceText.split(/\s/)[0]?.toLowerCase() ?? ""));
  const [colouredPieces, setColouredPieces] = useState(block.pieces);
  useEffect(() => {
    let isMounted = true;
    void block.responsePromise.then((receivedPieces) => isMounted && setColouredPieces(receivedPieces));
    return () => {
      isMounted = false;
    };
  }, [block]);
  return (
    <code>
      {colouredPieces?.map(([text, kind], index) => {
        const key = `${index} ${kind}`;
        const className = kind === null ? undefined : styles[kind];
        return className ? (
          <span key={key} className={className}>
            {text}
          </span>
        ) : (
          text
        );
      }) ?? text}
    </code>
  );
}
