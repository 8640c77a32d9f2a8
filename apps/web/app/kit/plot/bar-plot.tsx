import styles from "./bar-plot.module.css";

export interface PlotBar {
  readonly key: string;
  /** The text of the tooltip: what the bar stands for, and its value. */
  readonly title: string;
  /** The values of the bar's parts from the bottom to the top, in the order of the legend. */
  readonly parts: readonly number[];
}

interface BarPlotProps {
  readonly bars: readonly PlotBar[];
  /** The names of a bar's parts, for the legend. If bars have only one part, there is no legend. */
  readonly legend: readonly string[];
  /**
   * Formats the value that is shown at the top of the chart: the greatest of all bars, but at least `minimumTopValue`.
   */
  readonly formatValue: (value: number) => string;
  /** The labels below the first bar and the last. */
  readonly firstAndLastLabel: readonly [string, string];
  /** The top of the chart stands for at least this value, so that the bars stay low if all values are small. */
  readonly minimumTopValue?: number;
}

const partColours = ["indigo", "amber", "jade"] as const;
const totalOfBar = ({ parts }: PlotBar) => parts.reduce((sum, partValue) => sum + partValue, 0);

/**
 * A bar chart, for example with a bar for each day. It is hidden from screen readers, so a table must contain the same
 * values.
 */
export function BarPlot({ bars, legend, formatValue, firstAndLastLabel, minimumTopValue = 1 }: BarPlotProps) {
  const topValue = Math.max(minimumTopValue, ...bars.map(totalOfBar));
  return (
    <div className={styles.plot} aria-hidden="true">
      {legend.length > 1 && (
        <ul className={styles.legend}>
          {legend.map((name, index) => (
            <li key={name} data-colour={partColours[index]}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bars}>
        <span className={styles.maxLabel}>{formatValue(topValue)}</span>
        {bars.map((bar) => (
          <div key={bar.key} className={styles.bar} title={bar.title}>
            {legend.map((name, index) => (
              <span
                key={name}
                data-colour={partColours[index]}
                style={{ height: `${(100 * (bar.parts[index] ?? 0)) / topValue}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.axisEnds}>
        <span>{firstAndLastLabel[0]}</span>
        <span>{firstAndLastLabel[1]}</span>
      </div>
    </div>
  );
}
