import { Link } from "@tanstack/react-router";
import { useText } from "./content-strings/texts.ts";

/** What stands where a page, or the thing that it shows, does not exist; the server answers it with 404. */
export function NotFoundScreen() {
  const text = useText();
  return (
    <main className="mx-auto grid min-h-[60vh] max-w-lg content-center justify-items-center gap-4 px-4 text-center">
      <h1 className="text-2xl font-semibold">{text("status.not_found_title")}</h1>
      <p>{text("status.not_found_text")}</p>
      <Link to="/" className="underline">
        {text("status.go_home")}
      </Link>
    </main>
  );
}
