import { useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

interface RangeSliderProps {
  /** The number of steps; the thumbs are at 0 to `steps`. */
  steps: number;
  /** The lower and the upper thumb. */
  value: readonly [number, number];
  /** Names of the thumbs. */
  labels: readonly [string, string];
  /** What a thumb's place means. */
  textOf: (place: number) => string;
  onChange: (value: readonly [number, number]) => void;
}

/** After the last movement, in milliseconds. */
const pause = 250;

/** A range with two thumbs: native sliders one above the other, of which only the thumbs take the pointer. */
export function RangeSlider({ steps, value, labels, textOf, onChange }: RangeSliderProps) {
  const [moved, setMoved] = useState<readonly [number, number]>();
  const latest = useRef(onChange);
  latest.current = onChange;
  const [low, high] = moved ?? value;
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => {
      latest.current(moved);
      setMoved(undefined);
    }, pause);
    return () => clearTimeout(timer);
  }, [moved]);

  const input = (at: 0 | 1) => (
    <input
      type="range"
      min={0}
      max={steps}
      step={1}
      value={at === 0 ? low : high}
      aria-label={labels[at]}
      aria-valuetext={textOf(at === 0 ? low : high)}
      onChange={({ target }) => {
        const place = Number(target.value);
        setMoved(at === 0 ? [Math.min(place, high - 1), high] : [low, Math.max(place, low + 1)]);
      }}
      className={classNames(
        "range-thumb pointer-events-none absolute inset-x-0 top-0 m-0 h-6 w-full appearance-none bg-transparent",
        // two thumbs at the upper end: the lower one is on top
        at === 0 && low > steps / 2 && "z-10",
      )}
    />
  );
  return (
    <div className="relative h-6">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${steps} 1`}
        preserveAspectRatio="none"
        className="absolute inset-x-2 top-2.5 h-1 w-[calc(100%-1rem)] rounded-full bg-border"
      >
        <rect x={low} width={high - low} height={1} className="fill-accent-text" />
      </svg>
      {input(0)}
      {input(1)}
    </div>
  );
}
