import * as contract from "#app/contract/desk.ts";
import * as talk from "#app/contract/desk-talk.ts";
import { forwarderList } from "#app/contract/forwarder.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { actOnItems } from "./act.ts";
import { removeAnswerFile, sendAnswerFile, uploadAnswerFiles } from "./answer-files.ts";
import { listAnswers, removeAnswer, saveAnswer } from "./answers.ts";
import { listForwarders } from "./forwarders.ts";
import { listInbox } from "./inbox.ts";
import { lookAt } from "./look.ts";
import { readSettings, saveAway, saveSettings } from "./settings.ts";
import { addNote, readTalk, reply } from "./talk.ts";

const read = { reach: "read", desk: true } as const satisfies Needs;
const act = { reach: "act", desk: true } as const satisfies Needs;

/** Forwarder management (product 2.2): the forwarder's desk, and what customers see of it. */
export const deskRoutes: Route[] = [
  handle(forwarderList, { reach: "company", anyOf: ["FREIGHTFORWARDER"] }, (_, context) =>
    listForwarders(context),
  ),
  handleRead(contract.deskInbox, read, listInbox),
  handle(contract.deskLook, read, lookAt),
  handle(contract.deskAct, act, actOnItems),
  handle(contract.deskSettings, read, (_, context) => readSettings(context)),
  handle(contract.deskSettingsSave, act, saveSettings),
  handle(contract.deskAwaySave, act, saveAway),
  handle(talk.deskTalk, read, readTalk),
  handle(talk.deskNoteAdd, act, addNote),
  handle(talk.deskReply, act, reply),
  handle(talk.deskAnswers, read, async (_, { db }) => ({ answers: await listAnswers(db) })),
  handle(talk.deskAnswerSave, act, saveAnswer),
  handle(talk.deskAnswerRemove, act, removeAnswer),
  handle(talk.deskAnswerUpload, act, uploadAnswerFiles),
  handle(talk.deskAnswerFileRemove, act, removeAnswerFile),
  handle(talk.deskAnswerFile, read, sendAnswerFile),
];
