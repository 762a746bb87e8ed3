import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { browserCall } from "../api/call.ts";
import { takeHandedOver } from "../api/handed-over.ts";
import { getRouter } from "./router.ts";

takeHandedOver();
hydrateRoot(document, <RouterClient router={getRouter({ call: browserCall() })} />);
