import type { SteamProblem } from "contract/library/rules.ts";
import { useLibraryText } from "../library-text.ts";

/** Why the response of Steam is empty or incomplete, and how to fix it. */
export function SteamProblems({ problems }: { problems: readonly SteamProblem[] }) {
  const text = useLibraryText();
  if (problems.length === 0) return null;
  return (
    <div role="status" className="mt-4 grid gap-2 rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
      {problems.map((problem) => (
        <p key={problem}>
          {problem === "private" && <strong className="block">{text("library.problem.private")}</strong>}
          {text(problem === "private" ? "library.problem.private_how" : `library.problem.${problem}`)}
        </p>
      ))}
    </div>
  );
}
