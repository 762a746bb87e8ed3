import { type ImageVariant, imageHeight, imageSrcSet, imageUrl, imageWidths } from "contract/images/variants.ts";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import { useState } from "react";
import { classNames } from "../ui/class-names.ts";

interface GameArtProps {
  gameId: number;
  /** `null` where the title stands right beside the picture, which then says nothing new. */
  alt: string | null;
  variant: ImageVariant;
  /** The shape on narrow screens, where it differs: up to 639 px wide. */
  narrowVariant?: ImageVariant;
  /** How wide the page shows it, as the `sizes` attribute says it. */
  sizes: string;
  /** The same where the narrow screens' shape is shown. */
  narrowSizes?: string;
  /** `late` when it scrolls into view, `soon` when it is seen at once, `first` for the one that the page is about. */
  load?: "late" | "soon" | "first";
  className?: string;
}

const narrow = "(max-width: 39.99rem)";

/** A game's picture, in the smallest width that the screen needs. The box keeps its size while it loads and when it fails. */
export function GameArt({
  gameId,
  alt,
  variant,
  narrowVariant,
  sizes,
  narrowSizes = sizes,
  load = "late",
  className,
}: GameArtProps) {
  const [failedId, setFailedId] = useState<number>();
  const box = classNames("block overflow-hidden bg-sunken", className);
  if (failedId === gameId) {
    return (
      <span className={classNames(box, "grid place-items-center")}>
        <Gamepad2
          role="img"
          aria-label={alt || undefined}
          aria-hidden={!alt}
          className="size-1/4 max-w-16 text-border-strong"
        />
      </span>
    );
  }
  const width = imageWidths[variant][1];
  return (
    <picture className={box}>
      {narrowVariant && narrowVariant !== variant && (
        <source
          media={narrow}
          srcSet={imageSrcSet(gameId, narrowVariant)}
          sizes={narrowSizes}
          width={imageWidths[narrowVariant][1]}
          height={imageHeight(narrowVariant, imageWidths[narrowVariant][1])}
        />
      )}
      <img
        src={imageUrl(gameId, variant, width)}
        srcSet={imageSrcSet(gameId, variant)}
        sizes={sizes}
        width={width}
        height={imageHeight(variant, width)}
        alt={alt ?? ""}
        loading={load === "late" ? "lazy" : "eager"}
        fetchPriority={load === "first" ? "high" : undefined}
        decoding="async"
        onError={() => setFailedId(gameId)}
        // a picture that failed before the page came alive reports no error any more
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailedId(gameId);
        }}
        className="size-full object-cover"
      />
    </picture>
  );
}
