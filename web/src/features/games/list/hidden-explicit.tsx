import { maySeeExplicit } from "contract/accounts/rules.ts";
import { hiddenTexts } from "contract/content-strings/defaults/personal/hidden.ts";
import { useState } from "react";
import { setUser, useCall, useViewer } from "../../../api/session.ts";
import { useTextOf } from "../../../api/texts.ts";
import { PathLink } from "../../../page/links.tsx";
import { LoginLink } from "../../accounts/login-link.tsx";
import { today } from "../../accounts/today.ts";

const actionStyle = "inline-block leading-6 font-medium text-accent-text underline hover:no-underline";

/**
 * Notes that a list hides explicit games. "Show" leads guests to the sign-in, turns the setting on for adults, and
 * leads users without a sufficient age to the profile, which states the rule.
 */
export default function HiddenExplicit({ hidden = 0 }: { hidden: number | undefined }) {
  const text = useTextOf(hiddenTexts);
  if (hidden === 0) return null;
  return (
    <p className="figures max-lg:mt-3 text-sm text-muted">
      {text("hidden.explicit", { count: hidden })} <ShowExplicit />
    </p>
  );
}

function ShowExplicit() {
  const text = useTextOf(hiddenTexts);
  const call = useCall();
  // unknown during hydration
  const viewer = useViewer();
  const [state, setState] = useState<"busy" | "failed">();
  const label = text("hidden.explicit_show");
  if (viewer === null || viewer === "unknown") {
    return (
      <LoginLink className={actionStyle} rel="nofollow">
        {label}
      </LoginLink>
    );
  }
  if (!maySeeExplicit(viewer.birthday, today())) {
    return (
      <PathLink path="/profile" className={actionStyle}>
        {label}
      </PathLink>
    );
  }
  const show = async () => {
    setState("busy");
    try {
      const { user } = await call("PUT /api/auth/profile", { body: { showExplicitContent: true } });
      setUser(user);
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <button type="button" className={actionStyle} disabled={state === "busy"} onClick={show}>
        {label}
      </button>{" "}
      {state === "failed" && <span className="text-danger">{text("hidden.explicit_failed")}</span>}
    </>
  );
}
