import * as contract from "#app/contract/message.ts";
import * as messageSession from "#app/contract/message-session.ts";
import { handle, handleAtOnce, handleRead, type Route } from "../call/route.ts";
import { inquire } from "./inquiry.ts";
import { listChats, listMessages, openSession, searchMessages } from "./list.ts";
import { messageNeeds as needs } from "./permission.ts";
import { sendAtOnce, sendMessage } from "./send.ts";
import { createTeam, listChannels, listTeams, teamOf } from "./team-list.ts";
import { countUnread, readAll, readChannel } from "./unread.ts";
import { downloadFile, uploadFiles } from "./upload.ts";

/** Product 7.4. */
export const messageRoutes: Route[] = [
  handleRead(contract.teamList, needs, listTeams),
  handle(contract.teamChannels, needs, listChannels),
  handle(contract.teamCreate, needs, createTeam),
  handle(contract.teamOfSubject, needs, teamOf),
  handle(contract.unreadCount, needs, (_, context) => countUnread(context)),
  handleAtOnce(contract.messageSend, needs, sendMessage, sendAtOnce),
  handleAtOnce(contract.messageAnswer, needs, sendMessage, sendAtOnce),
  handle(contract.newInquiry, needs, inquire),
  handleRead(contract.messageSearch, needs, searchMessages),
  handle(contract.messageList, needs, listMessages),
  handle(contract.messageRead, needs, readChannel),
  handle(contract.messageAllRead, needs, readAll),
  handle(contract.messageUpload, needs, uploadFiles),
  handle(contract.messageDownload, needs, downloadFile),
  handleRead(messageSession.chatList, needs, listChats),
  handle(messageSession.sessionDetail, needs, openSession),
];
