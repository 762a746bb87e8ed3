import { Fragment } from "react";

/** A key such as `status.error_title` that can wrap after dots and underscores. */
export function BreakableKey({ name }: { name: string }) {
  return name.split(/(?<=[._])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a word never move
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
