import { readListedState } from "../../wishlist/listed/listed-search.ts";
import { ListPage } from "./list-page.tsx";
import { ListsPage } from "./lists-page.tsx";
import { SignedIn } from "./signed-in.tsx";

interface OwnListsPageProps {
  /** From the address; without one all lists are shown. */
  id: string | undefined;
  search: object;
}

/** The user's lists, or one of them. */
export function OwnListsPage({ id, search }: OwnListsPageProps) {
  return (
    <SignedIn>
      {id === undefined ? (
        <ListsPage />
      ) : (
        <ListPage key={id} id={Number(id)} state={readListedState({ ...search }, "display_order")} />
      )}
    </SignedIn>
  );
}
