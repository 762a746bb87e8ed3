import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../../api/session.ts";
import { logFailure } from "../../page/log-failure.ts";
import { HeartButton } from "./heart-button.tsx";
import { useWishlistChanges, wishlistedGameQuery } from "./queries.ts";
import { wishlistFailure } from "./wishlist-failure.ts";

/** The heart of a signed-in visitor. Failures are only logged (spec/wishlist-and-alerts 3.3). */
export default function OwnHeart({ gameId, className }: { gameId: number; className?: string | undefined }) {
  const { data: item = null } = useQuery(wishlistedGameQuery(useCall(), gameId));
  const { add, remove } = useWishlistChanges();
  const [processing, setProcessing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const clicked = useRef(false);

  // a disabled button loses the focus: restore it, unless another element has it
  useEffect(() => {
    if (processing || !clicked.current) return;
    clicked.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [processing]);

  const toggle = async () => {
    clicked.current = true;
    setProcessing(true);
    try {
      await (item ? remove([gameId]) : add(gameId));
    } catch (error) {
      logFailure(wishlistFailure(error, item ? "Failed to remove from wishlist" : "Failed to add to wishlist"));
    } finally {
      setProcessing(false);
    }
  };
  return (
    <HeartButton
      ref={button}
      className={className}
      wishlisted={item !== null}
      processing={processing}
      onClick={toggle}
    />
  );
}
