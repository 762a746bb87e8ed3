import { createContext, type ReactNode, use } from "react";
import { useReauthentication } from "../accounts/reauthentication.tsx";
import { useMe } from "./me.ts";

/** Repeats a call that requires re-authentication once the administrator has confirmed their identity. */
type Confirmed = <T>(send: () => Promise<T>) => Promise<T>;

const ConfirmedContext = createContext<Confirmed>((send) => send());

/** Asks administrators to re-authenticate when a call of the panel requires it. */
export function PanelReauthentication({ children }: { children: ReactNode }) {
  const { confirmed, dialog } = useReauthentication(useMe().user);
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {dialog}
    </ConfirmedContext>
  );
}

export function useConfirmed(): Confirmed {
  return use(ConfirmedContext);
}
