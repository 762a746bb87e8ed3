import UserRound from "lucide-react/icons/user-round";
import { useState } from "react";

/** A user's picture, where its address is one of the web; else, and when it does not load, an icon (storefront.md section 2). */
export function Avatar({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string>();
  if (!url || !/^https?:\/\//.test(url) || failed === url) {
    return (
      <span className="grid size-7 place-items-center rounded-full bg-sunken">
        <UserRound aria-hidden className="size-4" />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={28}
      height={28}
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      className="size-7 rounded-full object-cover"
    />
  );
}
