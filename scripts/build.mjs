// Makes everything ready for a start, for machines where a service and not `npm start` runs the site.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
