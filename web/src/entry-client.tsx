import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { takeHandedOver } from "./accounts/handed-over.ts";
import { browserCall } from "./api.ts";
import { getRouter } from "./router.ts";

takeHandedOver();
hydrateRoot(document, <RouterClient router={getRouter({ call: browserCall() })} />);
