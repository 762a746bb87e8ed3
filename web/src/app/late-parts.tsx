import HomeGamesStatus from "../features/games/home-games-status.tsx";
import { useLater } from "../page/later-part.tsx";

/** Parts of every page that load after hydration. */
export default function LateParts() {
  const Offline = useLater(() => import("../features/offline/offline.tsx"), import.meta.env.PROD);
  return (
    <>
      <HomeGamesStatus />
      {Offline && <Offline />}
    </>
  );
}
