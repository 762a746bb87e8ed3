import HomeGamesStatus from "../features/games/home/home-games-status.tsx";
import { MyStores } from "../features/my-stores/my-stores.tsx";

/** What stands around all pages and comes once the page lives. */
export default function LateParts() {
  return (
    <>
      <HomeGamesStatus />
      <MyStores />
    </>
  );
}
