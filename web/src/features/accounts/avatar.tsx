import UserRound from "lucide-static/icons/user-round.svg?react";
import { useState } from "react";
import { classNames } from "../../ui/class-names.ts";

const sizes = {
  small: { pixels: 28, box: "size-7", icon: "size-4" },
  large: { pixels: 80, box: "size-16 sm:size-20", icon: "size-8" },
};

/** A user's picture, or an icon when there is none or it fails to load (spec/storefront 3.4). */
export function Avatar({ url, size = "small" }: { url: string | null; size?: keyof typeof sizes }) {
  const [failed, setFailed] = useState<string>();
  const { pixels, box, icon } = sizes[size];
  const address = avatarAddress(url, typeof window === "undefined" ? "" : window.location.host);
  if (address === null || failed === address) {
    return (
      <span className={classNames("grid shrink-0 place-items-center rounded-full bg-sunken", box)}>
        <UserRound aria-hidden className={icon} />
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      width={pixels}
      height={pixels}
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
      className={classNames("shrink-0 rounded-full object-cover", box)}
    />
  );
}

/**
 * The address of a user's picture: http(s), or one that starts with this site's host; `null` for anything else
 * (spec/storefront 3.4).
 */
export function avatarAddress(url: string | null, host: string): string | null {
  if (!url) return null;
  if (/^https?:\/\//.test(url)) return url;
  return host !== "" && url.startsWith(`${host}/`) ? `//${url}` : null;
}
