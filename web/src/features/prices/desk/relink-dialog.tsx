import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAdminCall } from "../../admin/admin-call.ts";
import { GameSearch } from "./game-search.tsx";
import type { DialogProps } from "./offer-dialog.tsx";
import { useSubmit } from "./use-submit.ts";

/** Links a store's product to another game. */
export function RelinkDialog({ game, offer, storeName, productIds, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  const { busy, failure, submit } = useSubmit({ onDone, onClose });
  const relink = (to: { id: number; title: string }) =>
    submit(`The product of ${storeName} is ${to.title} from now on.`, () =>
      call("POST /api/admin/catalogue/offers/{game}/{store}/relink", {
        params: { game: game.id, store: offer.store },
        body: { gameId: to.id, base_product_ids: productIds },
      }),
    );
  return (
    <Dialog title={`Relink from ${storeName}`} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p className="text-muted">
          Which game is the product {productIds.join(", ")}? Its offers move there, and later readings agree.
        </p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <GameSearch
          applied={search}
          onSearch={setSearch}
          chosen={chosen?.id ?? null}
          onChoose={(id, title) => setChosen({ id, title })}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" disabled={!chosen || busy} onClick={() => chosen && void relink(chosen)}>
            {chosen ? `Relink with ${chosen.title}` : "Relink"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
