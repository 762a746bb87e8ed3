import { Button } from "../../ui/button.tsx";

/** A name in a row of a table that opens the row's dialog; a long one wraps. */
export function OpeningName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <Button
      kind="quiet"
      size="small"
      className="-ms-3 justify-start text-start whitespace-normal wrap-anywhere"
      onClick={onOpen}
    >
      {name}
    </Button>
  );
}
