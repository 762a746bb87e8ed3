import type { ComponentProps } from "react";
import { useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { RepeatedIcon } from "../../ui/repeated-icon.tsx";

interface HeartButtonProps extends Omit<ComponentProps<"button">, "type" | "title" | "disabled"> {
  /** Whether the game is on the wishlist. */
  wishlisted?: boolean;
  processing?: boolean;
}

/** The heart of a game in one of its states (spec/wishlist-and-alerts 4.1). */
export function HeartButton({ wishlisted = false, processing = false, className, ...rest }: HeartButtonProps) {
  const text = useText();
  const name = text(wishlisted ? "wishlist.remove" : "wishlist.add");
  return (
    <button
      type="button"
      aria-label={name}
      title={processing ? text("wishlist.processing") : name}
      disabled={processing}
      className={classNames("needs-script grid size-10 place-items-center rounded-full transition-colors", className)}
      {...rest}
    >
      <RepeatedIcon
        name="heart"
        className={classNames("size-5", wishlisted && "fill-accent", processing && "animate-pulse")}
      />
    </button>
  );
}
