import { type Launcher, launcherNames } from "contract/prices/launchers.ts";
import { useGameText } from "../../api/game-text.ts";

/** What a key activates on. */
export function LaunchersNote({ launchers }: { launchers: readonly Launcher[] }) {
  const text = useGameText();
  const named = launchers.filter((launcher) => launcher !== "drm-free").map((launcher) => launcherNames[launcher]);
  return (
    <span className="max-w-full truncate">
      {[
        ...(named.length > 0 ? [text("game.activates_on", { launchers: named.join(", ") })] : []),
        ...(launchers.includes("drm-free") ? [launcherNames["drm-free"]] : []),
      ].join(", ")}
    </span>
  );
}
