import { type ImageVariant, imageHeight, imageSrcSet, imageWidths, shownImageUrl } from "contract/images/variants.ts";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import { useState } from "react";
import { withBase } from "../../api/base-path.ts";
import { useLanguage } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";

interface GameArtProps {
  gameId: number;
  /** Of an uploaded picture. */
  version: string | null | undefined;
  /** `null` where the title is beside the picture. */
  alt: string | null;
  variant: ImageVariant;
  /** The variant up to 639 px, if different. */
  narrowVariant?: ImageVariant;
  /** The `sizes` attribute. */
  sizes: string;
  /** The same for the narrow variant. */
  narrowSizes?: string;
  /** `late`: lazily; `soon`: visible at once; `first`: the page's main picture. */
  load?: "late" | "soon" | "first";
  className?: string;
}

const narrow = "(max-width: 39.99rem)";

/** A game's picture in the smallest sufficient width. The box keeps its size while loading and on failure. */
export function GameArt({
  gameId,
  version,
  alt,
  variant,
  narrowVariant,
  sizes,
  narrowSizes = sizes,
  load = "late",
  className,
}: GameArtProps) {
  const language = useLanguage().tag;
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
  const picture = { gameId, version, language };
  return (
    <picture className={box}>
      {narrowVariant && narrowVariant !== variant && (
        <source
          media={narrow}
          srcSet={imageSrcSet({ ...picture, variant: narrowVariant }, withBase)}
          sizes={narrowSizes}
          width={imageWidths[narrowVariant][1]}
          height={imageHeight(narrowVariant, imageWidths[narrowVariant][1])}
        />
      )}
      <img
        src={withBase(shownImageUrl({ ...picture, variant }, width))}
        srcSet={imageSrcSet({ ...picture, variant }, withBase)}
        sizes={sizes}
        width={width}
        height={imageHeight(variant, width)}
        alt={alt ?? ""}
        loading={load === "late" ? "lazy" : "eager"}
        fetchPriority={load === "first" ? "high" : undefined}
        decoding="async"
        onError={() => setFailedId(gameId)}
        // a picture that failed before hydration fires no error event any more
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailedId(gameId);
        }}
        className="size-full object-cover"
      />
    </picture>
  );
}
