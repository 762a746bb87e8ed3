import Lock from "lucide-react/icons/lock";
import { useViewer } from "../../api/session.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import type { ListedState } from "./listed/listed-search.ts";
import { OwnWishlist } from "./own-wishlist.tsx";
import { WishlistPending } from "./wishlist-pending.tsx";
import { useWishlistText } from "./wishlist-text.ts";

/** The visitor's wishlist, only for signed-in users (spec/wishlist-and-alerts 3). */
export function WishlistPage({ state }: { state: ListedState }) {
  const viewer = useViewer();
  if (viewer === "unknown") return <WishlistPending />;
  if (viewer === null) return <AccessDenied />;
  return <OwnWishlist state={state} />;
}

function AccessDenied() {
  const text = useWishlistText();
  return (
    <Notice
      level={1}
      icon={Lock}
      title={text("wishlist.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("wishlist.denied_text")}
    </Notice>
  );
}
