import type { User } from "contract/accounts/schema.ts";
import { formatDate } from "contract/core/dates.ts";
import Pencil from "lucide-react/icons/pencil";
import { Button } from "../../ui/button.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { accountType } from "../accounts/account-type.ts";
import { EmailNotices } from "./email-notices.tsx";

interface ProfileDetailsProps {
  user: User;
  /** Whether the form has just saved them. */
  saved: boolean;
  onEdit: () => void;
}

/** The user's data, read-only. */
export function ProfileDetails({ user, saved, onEdit }: ProfileDetailsProps) {
  const text = useAccountText();
  const missing = text("profile.not_set");
  const facts = [
    [text("profile.username"), user.username],
    [text("profile.display_name"), user.displayName || missing],
    [text("account.email"), user.email || missing],
    [text("profile.birthday"), user.birthday ? formatDate(user.birthday) : missing],
    [text("profile.member_since"), formatDate(user.createdAt)],
    [text("profile.account_type"), text(`profile.type.${accountType(user)}`)],
    [text("profile.explicit"), text(user.showExplicitContent ? "profile.explicit_on" : "profile.explicit_off")],
  ] as const;
  return (
    <>
      <EmailNotices user={user} />
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-0.5 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {/* the focus returns to the button when the form closes */}
        <Button onClick={onEdit} autoFocus={saved}>
          <Pencil aria-hidden className="size-4" />
          {text("profile.edit")}
        </Button>
        <p role="status" className="text-positive">
          {saved && text("profile.saved")}
        </p>
      </div>
    </>
  );
}
