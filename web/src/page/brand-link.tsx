import { Link } from "@tanstack/react-router";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import { useText } from "../api/texts.ts";
import { useScrollToTopHere } from "./link-click.ts";

/** The product's name, linked to the home page. `short` shows only the logo on phones. */
export function BrandLink({ short = false }: { short?: boolean }) {
  const text = useText();
  return (
    <Link
      to="/"
      aria-label={`${text("header.brand_name")}: ${text("header.nav.home")}`}
      onClick={useScrollToTopHere()}
      className="flex h-11 items-center gap-2.5 text-md font-semibold tracking-tight"
    >
      <span className="grid size-8 place-items-center rounded-md bg-accent text-on-accent">
        <Gamepad2 aria-hidden className="size-5" />
      </span>
      <span className={short ? "max-[30rem]:sr-only" : "max-[24rem]:sr-only"}>{text("header.brand_name")}</span>
    </Link>
  );
}
