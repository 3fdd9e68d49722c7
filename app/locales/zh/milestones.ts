import type en from "../en/milestones.ts";
import type { Translation } from "../translation.ts";

export default { title: "" } satisfies Translation<typeof en>;
