import * as desk from "./desk.ts";
import * as talk from "./desk-talk.ts";
import * as forwarding from "./forwarder.ts";
import * as registration from "./registration.ts";
import type { ScreenCalls } from "./screen-calls.ts";

/** The screens of forwarder management (product 2.2), in the order of their links. */
export const deskScreens: readonly ScreenCalls[] = [
  {
    path: "/freightForwarder/index",
    needs: [forwarding.forwarderList],
    beside: [desk.deskInbox, desk.deskLook],
    writes: [desk.deskAct],
  },
  {
    path: "/freightForwarder/accounts",
    needs: [registration.registrationList],
    writes: [registration.registrationDecide],
  },
  {
    path: "/freightForwarder/answers",
    needs: [talk.deskAnswers],
    writes: [talk.deskAnswerSave, talk.deskAnswerRemove, talk.deskNoteAdd, talk.deskReply],
    beside: [talk.deskTalk],
  },
  {
    path: "/freightForwarder/settings",
    needs: [desk.deskSettings],
    writes: [desk.deskSettingsSave, desk.deskAwaySave],
  },
];
