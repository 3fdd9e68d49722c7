import * as contract from "#app/contract/message.ts";
import { handle, type Route } from "../http/handler.ts";
import { inquire } from "./inquiry.ts";
import { listChats, listMessages, openSession, searchMessages } from "./list.ts";
import { sendMessage } from "./send.ts";
import { createTeam, listChannels, listTeams, teamOf } from "./team.ts";
import { countUnread, readAll, readChannel } from "./unread.ts";
import { downloadFile, uploadFiles } from "./upload.ts";

/** Spec 7 "Message center". */
export const messageRoutes: Route[] = [
  handle(contract.teamList, listTeams),
  handle(contract.teamChannels, listChannels),
  handle(contract.teamCreate, createTeam),
  handle(contract.teamOfSubject, teamOf),
  handle(contract.unreadCount, (_, context) => countUnread(context)),
  handle(contract.messageSend, sendMessage),
  handle(contract.messageAnswer, sendMessage),
  handle(contract.newInquiry, inquire),
  handle(contract.messageSearch, searchMessages),
  handle(contract.messageList, listMessages),
  handle(contract.messageRead, readChannel),
  handle(contract.messageAllRead, readAll),
  handle(contract.messageUpload, uploadFiles),
  handle(contract.messageDownload, downloadFile),
  handle(contract.chatList, listChats),
  handle(contract.sessionDetail, openSession),
];
