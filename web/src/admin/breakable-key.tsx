import { Fragment } from "react";

/** A key such as `status.error_title`, which goes on in the next line after a dot or an underscore. */
export function BreakableKey({ name }: { name: string }) {
  return name.split(/(?<=[._])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a word never move
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
