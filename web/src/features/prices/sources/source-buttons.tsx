import type { PolledSource } from "contract/prices/source-schema.ts";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { ActionButton } from "../../admin/action-button.tsx";
import { useDenialReason } from "../../admin/me.ts";
import type { SourceActions } from "./use-source-actions.ts";

interface SourceButtonsProps {
  source: PolledSource;
  actions: SourceActions;
}

/** Run now; pause or resume. */
export function SourceButtons({ source, actions }: SourceButtonsProps) {
  const { name, paused } = source;
  const denialReason = useDenialReason()("sources.write");
  const Icon = paused ? Play : Pause;
  return (
    <>
      <ActionButton
        size="small"
        aria-label={`Run Now: ${name}`}
        denialReason={denialReason ?? runDenialReason(source)}
        onClick={() => void actions.run(source)}
      >
        <RefreshCw aria-hidden className="size-4" />
        Run Now
      </ActionButton>
      <ActionButton
        size="small"
        aria-label={`${paused ? "Resume" : "Pause"} ${name}`}
        denialReason={denialReason}
        onClick={() => void actions.setPaused(source, !paused)}
      >
        <Icon aria-hidden className="size-4" />
        {paused ? "Resume" : "Pause"}
      </ActionButton>
    </>
  );
}

function runDenialReason({ state }: PolledSource): string | undefined {
  if (state === "running") return "It runs already";
  if (state === "requested") return "It is about to run already";
  if (state === "paused") return "It is paused: resume it first";
  return undefined;
}
