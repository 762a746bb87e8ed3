import { useViewer } from "../../api/session.ts";
import { useLater } from "../../page/later-part.tsx";

export interface ListMenuProps {
  gameId: number;
  className: string;
}

const load = () => import("./add-to-list.tsx");

/** "Add to list" beside a game's heart, for signed-in users, loaded after hydration. */
export function ListMenu(props: ListMenuProps) {
  const viewer = useViewer();
  const AddToList = useLater<ListMenuProps>(load, viewer !== null && viewer !== "unknown");
  return viewer && AddToList && <AddToList {...props} />;
}
