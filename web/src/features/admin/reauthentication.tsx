import { createContext, type ReactNode, use } from "react";
import { useReauthentication } from "../accounts/reauthentication/use-reauthentication.tsx";
import { useMe } from "./me.ts";

/** Makes a call again after the administrator has confirmed their identity, where it needs that. */
type Confirmed = <T>(send: () => Promise<T>) => Promise<T>;

const ConfirmedContext = createContext<Confirmed>((send) => send());

/** Asks administrators to confirm their identity where a call of the panel needs it. */
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
