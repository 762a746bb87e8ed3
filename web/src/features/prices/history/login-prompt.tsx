import { useGameText } from "../../../api/game-text.ts";
import { JoinLinks } from "../../accounts/join-links.tsx";

/** Shown instead of the price history to anonymous visitors: an outline, and how to see it. */
export function LoginPrompt({ game }: { game: { id: number; title: string } }) {
  const text = useGameText();
  return (
    <div className="relative grid min-h-64 place-items-center">
      <svg
        aria-hidden
        viewBox="0 0 400 120"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full text-border-strong opacity-40 blur-[3px]"
      >
        <path
          d="M0 25H60V70H85V25H150V50H175V25H230V85H262V40H320V95H350V40H400"
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
        />
      </svg>
      <div className="relative grid max-w-sm justify-items-center gap-3 text-center">
        <p className="font-medium">{text("history.login_prompt")}</p>
        <p className="text-sm text-muted">{text("history.teaser", { title: game.title })}</p>
        <JoinLinks path={`/games/${game.id}`} hash="history" />
      </div>
    </div>
  );
}
