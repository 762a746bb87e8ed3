import Gift from "lucide-react/icons/gift";
import { Button } from "../../../ui/button.tsx";
import { useListsText } from "../lists-text.ts";
import type { Gifts } from "./use-gifts.ts";

/** Explains a gift list; asks other visitors to confirm that they are friends. */
export function GiftBox({ gifts: { viewer, reveal } }: { gifts: Gifts }) {
  const text = useListsText();
  return (
    <section aria-labelledby="gifts" className="mt-6 rounded-lg border border-border bg-sunken p-4 sm:p-5">
      <h2 id="gifts" className="flex items-center gap-2 text-md">
        <Gift aria-hidden className="size-5 text-positive" />
        {text("gifts.title")}
      </h2>
      <p className="mt-1.5 max-w-prose text-sm text-muted">
        {viewer === "owner" ? text("gifts.owner") : text("gifts.ask")}
      </p>
      {viewer === "unconfirmed" && (
        <>
          <p className="mt-1 max-w-prose text-sm text-muted">{text("gifts.own_list")}</p>
          <Button className="needs-script mt-3 h-auto min-h-11 py-2" onClick={reveal}>
            {text("gifts.reveal")}
          </Button>
        </>
      )}
      {viewer === "friend" && <p className="mt-1 max-w-prose text-sm text-muted">{text("gifts.hint")}</p>}
    </section>
  );
}
