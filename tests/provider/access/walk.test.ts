import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressSave } from "#app/contract/address.ts";
import { bookingSubmit } from "#app/contract/booking.ts";
import { templateSave } from "#app/contract/booking-template.ts";
import { invoiceDetail } from "#app/contract/invoice.ts";
import { teamCreate } from "#app/contract/message.ts";
import { saveNotification, selectRuleList } from "#app/contract/notification.ts";
import { quoteAdd, quoteBook } from "#app/contract/quote.ts";
import { seeAsBegin } from "#app/contract/see-as.ts";
import { shareMake } from "#app/contract/share.ts";
import type { Route } from "#app/provider/call/route.ts";
import { routes } from "#app/provider/http/server.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { content, draft } from "../bookings/fixture.ts";
import { invoice, issue } from "../invoices/fixture.ts";
import { conversation, say, upload } from "../messages/fixture.ts";
import { notification } from "../notifications/fixture.ts";
import { customer, desk, option, pricedQuote, request, type Somebody, somebody } from "../quotes/fixture.ts";

/** Every shared role, in a customer's company, and the forwarder's desk. */
const ROLES = ["admin", "operator", "finance", "booker", "viewer", "desk"] as const;
type Role = (typeof ROLES)[number];
const EVERYBODY = ROLES.join(" ");
const writers = "admin operator booker";

/** Who may make each call. A call that is missing here fails the test. */
const doors: Record<string, string> = {
  "auth.logout": `${EVERYBODY} nobody`,
  "portalUser.getUser": `${EVERYBODY} nobody`,
  "portalUser.updateUser": `${EVERYBODY} nobody`,
  "portalUser.changeEmail": `${EVERYBODY} nobody`,
  "portalUser.validatePassword": `${EVERYBODY} nobody`,
  "portalUser.rejectUpdatePassword": `${EVERYBODY} nobody`,
  "portalUser.resetPwd": `${EVERYBODY} nobody`,
  "portalUser.pictureUpload": `${EVERYBODY} nobody`,
  "portalUser.pictureRemove": `${EVERYBODY} nobody`,
  "portalUser.picture": `${EVERYBODY} nobody`,
  "portalUser.sessionList": `${EVERYBODY} nobody`,
  "portalUser.sessionEnd": `${EVERYBODY} nobody`,
  "portalUser.prove": `${EVERYBODY} nobody`,
  "portalUser.factorState": `${EVERYBODY} nobody`,
  "portalUser.factorStart": `${EVERYBODY} nobody`,
  "portalUser.factorConfirm": `${EVERYBODY} nobody`,
  "portalUser.recoveryRenew": `${EVERYBODY} nobody`,
  "portalUser.factorRemove": `${EVERYBODY} nobody`,
  "portalUser.factorRequire": "admin",
  "portalUser.factorReset": "admin",
  "portalUser.passkeyList": `${EVERYBODY} nobody`,
  "portalUser.passkeyAddOptions": `${EVERYBODY} nobody`,
  "portalUser.passkeyAdd": `${EVERYBODY} nobody`,
  "portalUser.passkeyRename": `${EVERYBODY} nobody`,
  "portalUser.passkeyRemove": `${EVERYBODY} nobody`,
  "portalUser.passkeyProveOptions": `${EVERYBODY} nobody`,
  "portalUser.passkeyProve": `${EVERYBODY} nobody`,
  "portalUser.companyProveStart": `${EVERYBODY} nobody`,
  "portalUser.companyProve": `${EVERYBODY} nobody`,
  "auth.companySignOut": `${EVERYBODY} nobody`,
  "company.signInSettings": "admin",
  "company.signInCheck": "admin",
  "company.signInSave": "admin",
  "company.signInSwitch": "admin",
  "company.passwords": "admin",
  "company.domainAdd": "admin",
  "company.domainRemove": "admin",
  "company.domainMail": "admin",
  "company.domainCheck": "admin",
  "portalUser.retention": `${EVERYBODY} nobody`,
  "portalUser.ownData": `${EVERYBODY} nobody`,
  "portalUser.accountUserList": "admin",
  "portalUser.addUser": "admin",
  "portalUser.inviteAgain": "admin",
  "portalUser.activityList": "admin",
  "portalUser.exportUsers": "admin",
  "portalUser.editUser": "admin",
  "portalUser.deleteUser": "admin",
  "portalUser.getResetPwd": "admin",
  "apiKey.list": "admin",
  "apiKey.make": "admin",
  "apiKey.revoke": "admin",
  "webhook.list": "admin",
  "webhook.detail": "admin",
  "webhook.add": "admin",
  "webhook.change": "admin",
  "webhook.test": "admin",
  "webhook.rotate": "admin",
  "webhook.switch": "admin",
  "webhook.remove": "admin",
  "webhook.replay": "admin",
  "webhook.replayAll": "admin",
  "webhook.skip": "admin",
  "customer.list": "desk",
  "customer.detail": "desk",
  "customer.make": "desk",
  "customer.save": "desk",
  "customer.close": "desk",
  "customer.access": "desk",
  "customer.department": "desk",
  "customer.members": "desk",
  "customer.places": "desk",
  "customer.member": "desk",
  "customer.memberAdd": "desk",
  "customer.memberSave": "desk",
  "customer.memberRemove": "desk",
  "customer.memberMail": "desk",
  "customer.roles": "desk",
  "customer.role": "desk",
  "customer.roleMake": "desk",
  "customer.roleSave": "desk",
  "customer.roleRemove": "desk",
  "role.fontRoleList": "admin",
  "dept.fontDeptList": "admin",
  "dashboard.overview": EVERYBODY,
  "dashboard.map": EVERYBODY,
  "dashboard.layout": EVERYBODY,
  "dashboard.arrange": EVERYBODY,
  "shipment.list": EVERYBODY,
  "shipment.filterOptions": EVERYBODY,
  "calendar.state": EVERYBODY,
  "calendar.make": EVERYBODY,
  "calendar.change": EVERYBODY,
  "calendar.revoke": EVERYBODY,
  "share.start": EVERYBODY,
  "share.make": EVERYBODY,
  "share.list": EVERYBODY,
  "share.revoke": EVERYBODY,
  "share.renew": EVERYBODY,
  "shipment.detail": EVERYBODY,
  "shipment.route": EVERYBODY,
  "shipment.freeTime": EVERYBODY,
  "shipment.emissions": EVERYBODY,
  "shipment.etaHistory": EVERYBODY,
  "shipment.follow": EVERYBODY,
  "shipment.followMany": EVERYBODY,
  "shipment.publish": "admin operator",
  "shipment.export": "admin operator finance booker desk",
  "shipment.document": "admin operator finance booker desk",
  "tracking.list": "admin operator viewer desk",
  "tracking.orders": "admin operator viewer desk",
  "tracking.totals": "admin operator viewer desk",
  "tracking.numbers": "admin operator viewer desk",
  "tracking.detail": "admin operator viewer desk",
  "place.search": `${EVERYBODY} nobody`,
  "search.find": `${EVERYBODY} nobody`,
  "forwarder.list": "admin desk",
  "desk.seeAsWhom": "desk",
  "desk.seeAs": "desk",
  "desk.inbox": "desk",
  "desk.look": "desk",
  "desk.act": "desk",
  "desk.settings": "desk",
  "desk.settingsSave": "desk",
  "desk.awaySave": "desk",
  "desk.talk": "desk",
  "desk.noteAdd": "desk",
  "desk.reply": "desk",
  "desk.answers": "desk",
  "desk.answerSave": "desk",
  "desk.answerRemove": "desk",
  "desk.answerUpload": "desk",
  "desk.answerFile": "desk",
  "desk.answerFileRemove": "desk",
  "place.add": "desk",
  "registration.list": "desk",
  "registration.decide": "desk",
  "dcsa.events": "desk",
  "dcsa.quarantine": "desk",
  "dcsa.waiting": "desk",
  "dcsa.waitingRetry": "desk",
  "air.status": "desk",
  "cutOff.state": "desk",
  "cutOff.list": EVERYBODY,
  "freeTime.state": "desk",
  "lastMile.state": "desk",
  "analytics.report": "admin operator finance desk",
  "analytics.file": "admin operator finance desk",
  "analytics.shipments": "admin operator finance desk",
  "emission.sources": "admin operator finance desk",
  "emission.export": "admin operator finance desk",
  "reportTemplate.list": "admin operator finance desk",
  "reportTemplate.save": "admin operator finance desk",
  "reportTemplate.remove": "admin operator finance desk",
  "reportTemplate.mail": "admin operator finance desk",
  "reportLink.make": "admin operator finance desk",
  "reportLink.open": "admin operator finance desk",
  "reportRun.list": "admin operator finance desk",
  "reportRun.file": "admin operator finance desk",
  "lastMile.list": "admin operator desk",
  "lastMile.export": "admin operator desk",
  "lastMile.detail": "admin operator desk",
  "lastMile.ask": "admin operator desk",
  "lastMile.proof": "admin operator desk",
  "document.list": "admin operator finance booker desk",
  "document.detail": "admin operator finance booker desk",
  "document.needs": "admin operator finance booker desk",
  "document.crossCheck": "admin operator finance booker desk",
  "document.file": "admin operator finance booker desk",
  "document.upload": "admin operator finance booker desk",
  "document.remove": "admin operator finance booker desk",
  "document.preview": "admin operator finance booker desk",
  "document.zip": "admin operator finance booker desk",
  "carrier.pullList": "desk",
  "carrier.pullSave": "desk",
  "carrier.keyList": "desk",
  "carrier.keyMake": "desk",
  "carrier.keyRevoke": "desk",
  "quote.list": `${writers} desk`,
  "quote.export": `${writers} desk`,
  "quote.detail": `${writers} desk`,
  "quote.version": `${writers} desk`,
  "quote.add": "admin operator",
  "quote.ofForm": "admin operator",
  "quote.update": "admin operator",
  "quote.accept": "admin operator",
  "quote.reject": "admin operator",
  "quote.book": writers,
  "quote.price": "desk",
  "quote.deskDetail": "desk",
  "quote.draftSave": "desk",
  "quote.withdraw": "desk",
  ...Object.fromEntries(
    ["list", "import", "importEncoding", "importReport", "importRun", "offer"].map((name) => [
      `rate.${name}`,
      "desk",
    ]),
  ),
  ...Object.fromEntries(
    ["detail", "save", "logoUpload", "logoRemove", "pageSave", "pageRemove"].map((name) => [
      `brand.${name}`,
      "desk",
    ]),
  ),
  "booking.list": EVERYBODY,
  "booking.export": EVERYBODY,
  "booking.detail": EVERYBODY,
  "booking.options": EVERYBODY,
  "booking.attachmentDownload": EVERYBODY,
  "booking.templateList": EVERYBODY,
  "booking.templateDetail": EVERYBODY,
  "booking.saveDraft": writers,
  "booking.submit": writers,
  "booking.update": writers,
  "booking.changeState": writers,
  "booking.requestChange": writers,
  "booking.attachmentUpload": writers,
  "booking.attachmentRemove": writers,
  "booking.start": "admin booker",
  "booking.ofForm": "admin booker",
  "booking.templateSave": "admin booker",
  "booking.templateRemove": "admin booker",
  "booking.decide": "desk",
  "booking.answerChange": "desk",
  "booking.askBack": "desk",
  ...Object.fromEntries(["carrier", "carrierSend", "carrierAct"].map((name) => [`booking.${name}`, "desk"])),
  "shipment.start": "desk",
  "shipment.make": "desk",
  "shipment.desk": "desk",
  "shipment.change": "desk",
  "event.enter": "desk",
  "freeTime.enter": "desk",
  "dcsa.match": "desk",
  "dcsa.unmatch": "desk",
  "dcsa.quarantineRetry": "desk",
  ...Object.fromEntries(["list", "save", "end"].map((name) => [`tariff.${name}`, "desk"])),
  ...Object.fromEntries(
    ["list", "assign", "takeBack", "addCarrier", "nameVessel"].map((name) => [`carrierName.${name}`, "desk"]),
  ),
  ...Object.fromEntries(["doubles", "mergeLook", "merge"].map((name) => [`shipment.${name}`, "desk"])),
  ...Object.fromEntries(
    ["add", "encoding", "report", "run", "example"].map((name) => [`deskImport.${name}`, "desk"]),
  ),
  ...Object.fromEntries(
    ["shipments", "milestones", "invoices", "importList", "importDetail", "importFile"].map((name) => [
      `forwarderSystem.${name}`,
      "desk",
    ]),
  ),
  "address.list": "admin operator finance booker viewer desk",
  "address.detail": "admin operator finance booker viewer desk",
  "address.regions": "admin operator finance booker viewer desk",
  "address.export": "admin operator finance booker viewer desk",
  "address.save": "admin operator booker desk",
  "address.remove": "admin operator booker desk",
  "address.import": "admin operator booker desk",
  "address.importEncoding": "admin operator booker desk",
  "address.importReport": "admin operator booker desk",
  "address.importRun": "admin operator booker desk",
  "message.answer": "desk",
  ...Object.fromEntries(
    ["list", "detail", "save", "switch", "remove", "ruleList", "ruleDetail", "ruleSave", "ruleRemove"].map(
      (name) => [`notification.${name}`, "admin operator desk"],
    ),
  ),
  "notification.rehearse": "admin operator desk",
  "invoice.list": "admin finance desk",
  "invoice.detail": "admin finance desk",
  "invoice.ageing": "admin finance desk",
  "invoice.statement": "admin finance desk",
  "invoice.file": "admin finance",
  "invoice.export": "admin finance",
  "invoice.statementFile": "admin finance",
  "invoice.comparison": "admin finance desk",
  "dispute.open": "admin finance desk",
  "invoice.issue": "desk",
  "payment.record": "desk",
  "dispute.decide": "desk",
  "dispute.ask": "desk",
  "payment.allocate": "desk",
  "payment.refund": "desk",
  "payment.takeBack": "desk",
  "invoice.credit": "desk",
  "invoice.desk": "desk",
  "invoice.billable": "desk",
  "invoice.proposal": "desk",
  "invoice.check": "desk",
  "invoice.draftSave": "desk",
  "invoice.draftDiscard": "desk",
  "invoice.draftList": "desk",
  "invoice.series": "desk",
  "invoice.seriesSet": "desk",
  "invoice.issuer": "desk",
  "invoice.issuerSave": "desk",
  "invoice.terms": "desk",
  "invoice.termsSave": "desk",
  "mail.delivery": "admin",
  "mail.saveDelivery": "admin",
  "mail.liftBlock": "admin",
  "realtime.ticket": EVERYBODY,
  "exportJob.list": `${EVERYBODY} nobody`,
  "exportJob.file": `${EVERYBODY} nobody`,
  "exportJob.again": `${EVERYBODY} nobody`,
  "exportJob.remove": `${EVERYBODY} nobody`,
  "notice.list": `${EVERYBODY} nobody`,
  "notice.read": `${EVERYBODY} nobody`,
  "notice.settings": `${EVERYBODY} nobody`,
  "notice.saveSettings": `${EVERYBODY} nobody`,
};
const messageCalls = /^(message|teams|graph)\./;
const doorOf = ({ endpoint }: Route) =>
  doors[endpoint.name] ??
  (messageCalls.test(endpoint.name) ? "admin operator finance booker desk" : undefined);

const MARK = "Danalamps";
const DRAFT_MARK = "Secretlamps";

let provider: TestProvider;
let dana: Somebody;
let rival: Somebody;
let staff: Somebody;
let nobody: Somebody;
let people: Record<Role, Somebody>;
/** Input that names rows of Dana's company, by call; calls without input are made as they are. */
let inputs: Record<string, Record<string, unknown>>;
/** The same for Dana's draft that was never submitted. */
let draftInputs: typeof inputs;
let draftNumber: string;

const signedIn = routes.filter(({ endpoint }) => endpoint.access !== "public");

beforeAll(async () => {
  provider = await startProvider();
  const held = ["SHIPMENT_CHARGES", "MEMBER_MANAGE", "SHIPMENT_PUBLIC", "INVOICE_DOWNLOAD"] as const;
  dana = await customer(provider, [...held]);
  rival = await customer(provider, [...held]);
  staff = await desk(provider);
  const colleagues = ROLES.filter((role) => role !== "desk").map(
    async (role) => [role, await somebody(provider, dana.companyId, { role })] as const,
  );
  people = { ...(Object.fromEntries(await Promise.all(colleagues)) as typeof people), desk: staff };
  const { id: role } = await provider.db
    .insertInto("role")
    .values({ company_id: dana.companyId, code: "nothing", name: "Nothing", name_zh: "无" })
    .returning("id")
    .executeTakeFirstOrThrow();
  nobody = await somebody(provider, dana.companyId, { role_id: role });
  await fill();
});
afterAll(() => provider?.stop());

async function attach(id: string): Promise<string> {
  const form = new FormData();
  form.set("id", id);
  form.append("files", new Blob(["%PDF-1.4 a paper"]), `${MARK}.pdf`);
  const answer = await fetch(`${provider.apiUrl}/booking/attachmentUpload`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${dana.token}`, "idempotency-key": randomUUID() },
  });
  const { data } = (await answer.json()) as { data: { attachments: { id: string }[] } };
  return data.attachments[0]!.id;
}

async function fill(): Promise<void> {
  const { token } = dana;
  const sent = await draft(provider, dana, { goodsDescription: MARK });
  const sentFile = await attach(sent.id);
  await provider.call(bookingSubmit, { id: sent.id, version: sent.version }, { token });
  const quote = await pricedQuote(provider, dana, staff, [option({ from: new Date() })]);
  const booked = await pricedQuote(provider, dana, staff, [option({ from: new Date() })]);
  const made = await provider.call(quoteBook, { id: booked.id, optionId: booked.optionIds[0]! }, { token });
  const fresh = await provider.call(quoteAdd, { ...request(), tag: MARK }, { token });
  const hidden = await draft(provider, dana, { goodsDescription: DRAFT_MARK });
  draftNumber = hidden.bookingNumber;
  const hiddenFile = await attach(hidden.id);
  const template = await provider.call(
    templateSave,
    { id: null, version: null, name: MARK, content: content() },
    { token },
  );
  const address = await provider.call(addressSave, { id: null, version: null, ...ADDRESS }, { token });
  const waiting = await provider.db
    .insertInto("address_import")
    .values({
      company_id: dana.companyId,
      user_id: dana.id,
      file_name: `${MARK}.csv`,
      created_at: new Date(),
      rows: JSON.stringify([{ line: 2, cells: { name: MARK, address: MARK, countryCode: "CN" } }]),
      unknown_columns: "[]",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: shipment } = await makeShipment(provider.db, dana.companyId, {
    house_number: `FL${MARK.toUpperCase()}`,
  });
  const talk = await conversation(provider, dana, { subject: MARK, text: MARK });
  await say(provider, dana, talk.channelId, MARK);
  const file = await upload(provider, dana, talk.channelId, [{ name: `${MARK}.txt`, content: "words" }]);
  expect(file.data.files).toHaveLength(1);
  // Conversations without messages: one about the draft, and one about its quote.
  await provider.call(teamCreate, { type: 6, subjectId: hidden.id }, { token });
  const team = await provider.call(teamCreate, { type: 3, subjectId: booked.id }, { token });
  const told = await provider.call(
    saveNotification,
    { ...notification(MARK), id: null, version: null },
    { token },
  );
  const rules = await provider.call(selectRuleList, { notificationId: told.data.id }, { token });
  const ruleId = rules.data.rows[0]!.id;
  const rule = { kind: "mode", value: "AIR" };
  bookedTeam = team.data.id;

  const billed = await issue(provider, staff, invoice(dana.companyId, "100", { title: MARK }));
  const bill = await provider.call(invoiceDetail, { id: billed.data.id }, { token });
  const disputed = { invoiceId: billed.data.id, lineId: bill.data.lines[0]!.id };

  const { id: danaSession } = await provider.db
    .selectFrom("auth_token")
    .select("id")
    .where("user_id", "=", dana.id)
    .executeTakeFirstOrThrow();
  const link = await provider.call(
    shareMake,
    { houseNumbers: [`FL${MARK}`], label: MARK, showsParties: true, showsDocuments: false },
    { token },
  );
  const paper = await provider.db
    .insertInto("shipment_document")
    .values({
      shipment_id: shipment,
      document_type: "PACKING_LIST",
      number: MARK,
      issued_on: "2026-11-01",
      file_name: `${MARK}.pdf`,
      added_at: null,
      upload_key: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = sent.id;
  inputs = {
    "document.detail": paper,
    "document.needs": { shipmentId: shipment },
    "document.crossCheck": { shipmentId: shipment },
    "document.file": paper,
    "document.remove": paper,
    "document.preview": paper,
    "document.zip": { ids: [paper.id] },
    "share.revoke": { id: link.data.id },
    "share.renew": { id: link.data.id },
    "shipment.detail": { id: shipment },
    "shipment.route": { id: shipment },
    "shipment.etaHistory": { id: shipment },
    "search.find": { text: `FL${MARK}` },
    "tracking.orders": { page: 1, pageSize: 10 },
    "tracking.totals": { year: 2026 },
    "tracking.numbers": { numbers: [`FL${MARK}`] },
    "tracking.detail": { id: shipment },
    "shipment.follow": { id: shipment, isFollowed: true },
    "shipment.publish": { id: shipment, isPublic: true },
    "shipment.document": { id: shipment, documentId: "1" },
    "quote.detail": { id: quote.id },
    "quote.update": { ...request(), id: fresh.data.id, version: 1 },
    "quote.accept": { id: quote.id, optionId: quote.optionIds[0]! },
    "quote.reject": { id: quote.id },
    "quote.book": { id: quote.id, optionId: quote.optionIds[0]! },
    "quote.price": { id: fresh.data.id, options: [option({ from: new Date() })] },
    "quote.deskDetail": { id: quote.id },
    "quote.draftSave": { id: quote.id, version: 1, draftVersion: 0, options: [] },
    "quote.withdraw": { id: quote.id, reason: "Sold out" },
    "booking.detail": { id },
    "booking.saveDraft": { id, version: 2, content: content() },
    "booking.submit": { id, version: 2 },
    "booking.update": { id, version: 2, action: "update", content: content() },
    "booking.changeState": { id, version: 2, action: "recall" },
    "booking.requestChange": { id, kind: "AMEND", text: "Please" },
    "booking.decide": { id, action: "accept" },
    "booking.answerChange": { id, requestId: "1", isGranted: "true", text: "Done" },
    "booking.askBack": { id, version: 2, text: "When?" },
    "shipment.start": { bookingId: id },
    "shipment.desk": { id: shipment },
    "booking.start": { from: "copy", id },
    "booking.attachmentDownload": { id, attachmentId: sentFile },
    "booking.attachmentRemove": { id, attachmentId: sentFile },
    "booking.templateDetail": { id: template.data.id },
    "booking.templateSave": { id: template.data.id, version: 1, name: "Taken", content: content() },
    "booking.templateRemove": { id: template.data.id },
    "address.detail": { id: address.data.id },
    "address.save": { id: address.data.id, version: 1, ...ADDRESS, name: "Taken" },
    "address.remove": { id: address.data.id },
    "address.importEncoding": { ...waiting, encoding: "gb18030" },
    "address.importReport": waiting,
    "address.importRun": waiting,
    "invoice.detail": { id: billed.data.id },
    "invoice.file": { id: billed.data.id },
    "invoice.comparison": { id: billed.data.id },
    "dispute.open": { ...disputed, reason: "PRICE", body: MARK },
    "message.list": { channelId: talk.channelId },
    "message.read": { channelId: talk.channelId },
    "message.sendMessage": { channelId: talk.channelId, text: "Words", clientId: randomUUID() },
    "message.answer": { channelId: talk.channelId, text: "Words", clientId: randomUUID() },
    "message.attachment": { id: file.data.files[0]!.contentUrl.replace(/.*\//, "") },
    "message.fuzzyQueryMsg": { keyword: MARK },
    "message.sessionDetail": { id: talk.id },
    "teams.channels": { id: talk.id },
    "teams.createTeamAndChannels": { type: 6, subjectId: id },
    "teams.getTeams": { a: 6, b: id },
    "notification.detail": { id: told.data.id },
    "notification.save": { ...notification("Taken"), id: told.data.id, version: 1 },
    "notification.switch": { id: told.data.id, isOn: "false" },
    "notification.remove": { id: told.data.id },
    "notification.ruleList": { notificationId: told.data.id },
    "notification.ruleDetail": { id: ruleId },
    "notification.ruleSave": { id: ruleId, notificationId: told.data.id, ...rule },
    "notification.ruleRemove": { id: ruleId },
    "portalUser.picture": { userId: nobody.id },
    "portalUser.sessionEnd": { id: danaSession },
    "portalUser.editUser": memberFields(nobody.id),
    "portalUser.deleteUser": { id: nobody.id, accountName: "whoever" },
    "portalUser.getResetPwd": { userId: nobody.id },
    "portalUser.inviteAgain": { userId: nobody.id },
  };
  const drafted = { id: hidden.id };
  draftInputs = {
    "booking.detail": drafted,
    "booking.attachmentDownload": { ...drafted, attachmentId: hiddenFile },
    "booking.attachmentRemove": { ...drafted, attachmentId: hiddenFile },
    "booking.saveDraft": { ...drafted, version: 1, content: content() },
    "booking.submit": { ...drafted, version: 1 },
    "booking.changeState": { ...drafted, version: 1, action: "cancel" },
    "booking.decide": { ...drafted, action: "accept" },
    "booking.answerChange": { ...drafted, requestId: "1", isGranted: "true", text: "Done" },
    "booking.askBack": { ...drafted, version: 1, text: "When?" },
    "shipment.start": { bookingId: hidden.id },
    "booking.start": { ...drafted, from: "copy" },
    "teams.createTeamAndChannels": { type: 6, subjectId: hidden.id },
    "teams.getTeams": { a: 6, b: hidden.id },
    "quote.detail": { id: booked.id },
    "quote.reject": { id: booked.id },
    "message.fuzzyQueryMsg": { keyword: draftNumber },
    "search.find": { text: draftNumber },
    "teams.getTeamList": { pageSize: 100 },
    "message.chatList": { limit: 100 },
    "booking.list": { pageSize: 100, keyword: DRAFT_MARK },
    "quote.list": { pageSize: 100 },
  };
  expect(made.code).toBe(200);
  ownDrafts = [draftNumber, DRAFT_MARK, made.data.bookingNumber];
}
let ownDrafts: string[];
let bookedTeam: string;

/** The state of every table but those that note who called what. */
async function everyRow(): Promise<Record<string, string>> {
  const noted = ["security_event", "auth_token", "realtime_outbox", "idempotency_key", "realtime_ticket"];
  // Computed from what is there, whoever asks first.
  const derived = ["document_preview", "place_distance"];
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(provider.db);
  const state: Record<string, string> = {};
  for (const { name } of rows.filter((row) => ![...noted, ...derived].includes(row.name))) {
    const { rows: found } = await sql<{ state: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as state from ${sql.table(name)} t`.execute(
      provider.db,
    );
    state[name] = found[0]!.state;
  }
  return state;
}

async function seeingAs(person: Somebody): Promise<Somebody> {
  const begun = await provider.call(seeAsBegin, { userId: person.id }, { token: staff.token });
  return { ...person, token: begun.data.token };
}

const ADDRESS = {
  type: "4" as const,
  name: MARK,
  address: MARK,
  postcode: "",
  state: "",
  countryCode: "CN",
  contactNumber: "",
  isDefaultPickup: false,
  isDefaultDelivery: false,
};
const memberFields = (userId: string) => ({ userId, name: "X", email: "x@example.com", roleId: "1" });

async function ask({ endpoint }: Route, who: Somebody, input: Record<string, unknown> = {}) {
  const answer = await callEndpoint(provider.url, endpoint, input, { token: who.token });
  return { code: answer.code, text: JSON.stringify(answer.data) };
}

describe("every call of the running router", () => {
  test("has a row in the access walk", () => {
    expect(signedIn.filter((route) => !doorOf(route)).map(({ endpoint }) => endpoint.name)).toEqual([]);
    const names = new Set(signedIn.map(({ endpoint }) => endpoint.name));
    expect(Object.keys(doors).filter((name) => !names.has(name))).toEqual([]);
  });

  test("opens to the roles that the portal opens its screens to, and refuses all others before it reads anything", async () => {
    const walkers: [string, Somebody][] = [...Object.entries(people), ["nobody", nobody]];
    for (const [name, who] of walkers) {
      for (const route of signedIn.filter(({ endpoint }) => endpoint.name !== "auth.logout")) {
        const { code } = await ask(route, who);
        const isExpected = doorOf(route)!.split(" ").includes(name);
        expect([name, route.endpoint.name, code !== 403]).toEqual([name, route.endpoint.name, isExpected]);
      }
    }
  });

  test("lets nobody of the forwarder but its desk and administrators answer customers", async () => {
    const clerk = await somebody(provider, staff.companyId, { role: "operator" });
    for (const name of ["quote.price", "booking.decide", "dcsa.events"]) {
      expect([name, (await ask(routeOf(name), clerk, inputs[name])).code]).toEqual([name, 403]);
      expect([name, (await ask(routeOf(name), await forwarderAdmin())).code]).not.toEqual([name, 403]);
    }
  });

  test("shows another company's administrator nothing, and changes nothing for them", async () => {
    for (const route of signedIn.filter(({ endpoint }) => endpoint.name !== "auth.logout")) {
      const { name } = route.endpoint;
      const { code, text } = await ask(route, rival, inputs[name]);
      expect([name, text]).toEqual([
        name,
        expect.not.stringMatching(new RegExp(`${MARK}|${DRAFT_MARK}`, "i")),
      ]);
      const isForStaff = doorOf(route) === "desk";
      if (
        inputs[name] &&
        !/^(message\.fuzzyQueryMsg|search\.find|tracking\.(orders|totals|numbers))$/.test(name)
      )
        expect([name, code]).toEqual([name, isForStaff ? 403 : 404]);
    }
    await untouched();
  });

  test("lets staff who see as a customer's person read what that person reads, and change nothing", {
    tags: "slow",
  }, async () => {
    const before = await everyRow();
    const seer = await seeingAs(dana);
    const differ: string[] = [];
    const read: string[] = [];
    const refused: string[] = [];
    for (const route of signedIn.filter(({ endpoint }) => endpoint.name !== "auth.logout")) {
      const { name, isWrite, answer } = route.endpoint;
      const given = inputs[name] ?? draftInputs[name];
      const seen = await ask(route, seer, given);
      if (isWrite)
        expect([name, seen.code]).toEqual([name, expect.toSatisfy((code) => code === 1109 || code === 403)]);
      if (!isWrite && seen.code === 1109) refused.push(name);
      if (seen.code === 200 && answer !== "file") {
        read.push(name);
        const own = isWrite ? null : await ask(route, dana, given);
        if (seen.text !== own?.text) differ.push(name);
      }
    }
    expect(differ).toEqual([]);
    const ofThePersonOnly =
      /^(portalUser\.|company\.domainCheck$|realtime\.ticket$|.*\.(export|exportUsers)$|analytics\.file$)/;
    expect(refused.filter((name) => !ofThePersonOnly.test(name))).toEqual([]);
    expect(read.length).toBeGreaterThan(40);
    const after = await everyRow();
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([]);
    await untouched();
  });

  test("lets the forwarder's desk read submitted records, and do nothing in a customer's name", async () => {
    const theirs =
      /^(quote\.(update|accept|reject|book)|booking\.(saveDraft|submit|update|changeState|requestChange|attachmentRemove|start|template(Detail|Save|Remove)))$/;
    for (const route of signedIn.filter(({ endpoint }) => theirs.test(endpoint.name))) {
      const { name } = route.endpoint;
      const who = await forwarderAdmin();
      const { code } = await ask(route, who, inputs[name]);
      expect([name, code]).toEqual([name, /start|template/.test(name) ? 404 : 403]);
    }
    await untouched();
    const seen = await ask(routeOf("booking.detail"), await forwarderAdmin(), inputs["booking.detail"]);
    expect([seen.code, seen.text]).toEqual([200, expect.stringContaining(MARK)]);
    expect(JSON.parse(seen.text).actions).toEqual(["accept", "decline"]);
    const quote = await ask(routeOf("quote.detail"), await forwarderAdmin(), inputs["quote.detail"]);
    expect(JSON.parse(quote.text).actions).toEqual(["price", "withdraw"]);
    expect(
      (await ask(routeOf("booking.attachmentDownload"), staff, inputs["booking.attachmentDownload"])).code,
    ).toBe(200);
  });

  test("shows the forwarder no draft that its customer has not submitted", { tags: "slow" }, async () => {
    for (const who of [staff, await forwarderAdmin()]) {
      for (const route of signedIn.filter(({ endpoint }) => !/logout|addUser/.test(endpoint.name))) {
        const { name } = route.endpoint;
        const given = draftInputs[name] ?? {};
        const { code, text } = await ask(route, who, given);
        for (const told of ownDrafts) expect([name, text]).toEqual([name, expect.not.stringContaining(told)]);
        if (name.startsWith("booking.") && given.id && code !== 403)
          expect([name, code]).toEqual([name, 404]);
      }
    }
    const shown = await ask(routeOf("message.sessionDetail"), staff, { id: bookedTeam });
    expect(JSON.parse(shown.text)).toMatchObject({
      containBooking: false,
      booking: null,
      team: { booking: null },
    });
    const { text } = await ask(routeOf("booking.list"), staff, {});
    expect(JSON.parse(text).counts.DRAFT).toBe(0);
    const ownSession = await ask(routeOf("message.sessionDetail"), dana, { id: bookedTeam });
    expect(JSON.parse(ownSession.text).containBooking).toBe(true);
    const own = await ask(routeOf("booking.list"), dana, {});
    expect(JSON.parse(own.text).counts.DRAFT).toBe(2);
    expect((await ask(routeOf("booking.detail"), dana, draftInputs["booking.detail"])).text).toContain(
      DRAFT_MARK,
    );
  });
});

test("what a customer writes about a draft reaches the forwarder, under its number", async () => {
  const { id } = await draft(provider, dana);
  const team = await provider.call(teamCreate, { type: 6, subjectId: id }, { token: dana.token });
  const { id: teamId, channelId } = team.data;
  const session = routeOf("message.sessionDetail");
  expect((await ask(session, staff, { id: teamId })).code).toBe(404);
  await say(provider, dana, channelId, "Can you hold the rate?");
  const { code, text } = await ask(session, staff, { id: teamId });
  expect(code).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ containBooking: true, team: { booking: null } });
  expect(JSON.parse(text).team.subject).toMatch(/^BK-/);
});

test("a company without SHIPMENT_CHARGES is sent no price by any call", async () => {
  const poor = await customer(provider, []);
  const quote = await pricedQuote(provider, poor, staff, [option({ from: new Date(), total: "7531.86" })]);
  const { id: shipment } = await makeShipment(provider.db, poor.companyId, {
    house_number: "FLPOOR0001",
    estimated_charges: "9642.75",
    charges_currency: "USD",
  });
  const booking = await draft(provider, poor);
  await provider.db
    .updateTable("booking")
    .set({ price_amount: "8420.64", price_currency: "USD" })
    .where("id", "=", booking.id)
    .execute();
  const given: typeof inputs = {
    "shipment.detail": { id: shipment },
    "quote.detail": { id: quote.id },
    "quote.accept": { id: quote.id, optionId: quote.optionIds[0]! },
    "booking.detail": { id: booking.id },
    "booking.submit": { id: booking.id, version: 7 },
  };
  const prices = /7531\.86|9642\.75|8420\.64/;
  for (const route of signedIn.filter(({ endpoint }) => endpoint.name !== "auth.logout")) {
    const { text } = await ask(route, poor, given[route.endpoint.name]);
    expect([route.endpoint.name, text]).toEqual([route.endpoint.name, expect.not.stringMatching(prices)]);
  }
  await provider.db
    .insertInto("company_access")
    .values({ company_id: poor.companyId, res_code: "SHIPMENT_CHARGES" })
    .execute();
  for (const name of ["shipment.detail", "quote.detail", "booking.detail"])
    expect((await ask(routeOf(name), poor, given[name])).text).toMatch(prices);
});

const routeOf = (name: string) => routes.find(({ endpoint }) => endpoint.name === name)!;

/** An administrator of the forwarder: has every menu and button, but is no customer. */
async function forwarderAdmin(): Promise<Somebody> {
  return somebody(provider, staff.companyId, { role: "admin" });
}

/** Checks that Dana's rows are as `fill` left them. */
async function untouched(): Promise<void> {
  const bookings = await provider.db
    .selectFrom("booking")
    .select(["status", "version"])
    .where("company_id", "=", dana.companyId)
    .orderBy("id")
    .execute();
  expect(bookings).toEqual([
    { status: "SUBMITTED", version: 2 },
    { status: "DRAFT", version: 1 },
    { status: "DRAFT", version: 1 },
  ]);
  const removed = await provider.db
    .selectFrom("stored_file")
    .select("id")
    .where("removed_at", "is not", null)
    .execute();
  expect(removed).toEqual([]);
  const addresses = await provider.db.selectFrom("address_entry").select(["name", "version"]).execute();
  expect(addresses).toEqual([{ name: MARK, version: 1 }]);
}
