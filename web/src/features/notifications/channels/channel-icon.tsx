import type { ChannelKind } from "contract/notifications/channels/rules.ts";
import Bell from "lucide-react/icons/bell";
import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import Webhook from "lucide-react/icons/webhook";

const icons = { mail: Mail, push: MonitorSmartphone, discord: MessageCircle, ntfy: Bell, webhook: Webhook };

export function ChannelIcon({ kind }: { kind: ChannelKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />;
}
