import { useState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { GameSearch } from "./game-search.tsx";
import type { DialogProps } from "./offer-dialog.tsx";

/** Links a store's product to another game. */
export function RelinkDialog({ game, offer, storeName, productIds, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  const refresh = useRefresh();
  const relink = async () => {
    const params = { game: game.id, store: offer.store };
    const body = { gameId: chosen!.id, base_product_ids: productIds };
    await call("POST /api/admin/catalogue/offers/{game}/{store}/relink", { params, body }).finally(refresh);
    onDone(`The product of ${storeName} is ${chosen!.title} from now on.`);
  };
  return (
    <ConfirmDialog
      title={`Relink from ${storeName}`}
      action={chosen ? `Relink with ${chosen.title}` : "Relink"}
      disabled={!chosen}
      onConfirm={relink}
      explain={(error) => serverMessageOf(error, (error as Error).message)}
      onClose={onClose}
    >
      <p>Which game is the product {productIds.join(", ")}? Its offers move there, and later readings agree.</p>
      <div className="mt-4 text-text">
        <GameSearch
          applied={search}
          onSearch={setSearch}
          chosen={chosen?.id ?? null}
          onChoose={(id, title) => setChosen({ id, title })}
        />
      </div>
    </ConfirmDialog>
  );
}
