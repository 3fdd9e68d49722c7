import * as address from "./address.ts";
import * as analytics from "./analytics.ts";
import * as apiKey from "./api-key.ts";
import * as auth from "./auth.ts";
import * as booking from "./booking.ts";
import * as attachment from "./booking-attachment.ts";
import * as bookingFile from "./booking-export.ts";
import * as template from "./booking-template.ts";
import * as brand from "./brand.ts";
import * as calendar from "./calendar.ts";
import * as company from "./company-sign-in.ts";
import * as cutOff from "./cut-off.ts";
import * as overview from "./dashboard.ts";
import * as lastMile from "./delivery.ts";
import { deskScreens } from "./desk-screens.ts";
import * as papers from "./document.ts";
import * as emission from "./emission.ts";
import type { Endpoint } from "./endpoint.ts";
import * as eta from "./eta-history.ts";
import * as exportJob from "./export-job.ts";
import * as freeTime from "./free-time.ts";
import * as invoice from "./invoice.ts";
import * as delivery from "./mail-delivery.ts";
import * as member from "./member.ts";
import * as message from "./message.ts";
import * as messageSession from "./message-session.ts";
import * as notification from "./notification.ts";
import * as passkey from "./passkey.ts";
import * as person from "./person.ts";
import * as place from "./place.ts";
import * as quote from "./quote.ts";
import * as realtime from "./realtime.ts";
import * as registration from "./registration.ts";
import * as reportLink from "./report-link.ts";
import * as savedReport from "./report-template.ts";
import * as factor from "./second-factor.ts";
import * as share from "./share.ts";
import * as shipment from "./shipment.ts";
import * as shipmentFile from "./shipment-export.ts";
import * as shipmentFollowing from "./shipment-follow.ts";
import * as preview from "./shipment-preview.ts";
import * as shipmentWay from "./shipment-route.ts";
import * as tracking from "./tracking.ts";
import * as user from "./user.ts";
import * as webhook from "./webhook.ts";

/** The calls behind a screen, by which people and operators are told what a provider lacks. */
export interface ScreenCalls {
  /** The screen's address in the portal. */
  path: string;
  /** Calls without which the screen does not exist. */
  needs: readonly Endpoint[];
  /** Calls without which the screen shows less. */
  beside?: readonly Endpoint[];
  /** Writes on the screen. */
  writes?: readonly Endpoint[];
}

const bookingForm = {
  needs: [booking.bookingSaveDraft, booking.bookingOptions, address.addressList],
  beside: [booking.bookingStart, booking.bookingOfForm, place.placeSearch],
  writes: [booking.bookingSubmit, booking.bookingUpdate],
};

/** Every screen that calls the provider, in the order of the header. */
export const screenCalls: readonly ScreenCalls[] = [
  {
    path: "/login",
    needs: [auth.signIn],
    beside: [
      auth.signOut,
      factor.secondFactor,
      passkey.passkeySignInOptions,
      passkey.passkeySignIn,
      brand.brandOfHost,
    ],
  },
  { path: "/login/company", needs: [company.companyStart, company.companyFinish] },
  {
    path: "/forgotPassword",
    needs: [auth.forgotPassword],
    beside: [auth.resetPasswordValidate],
    writes: [auth.resetPassword],
  },
  {
    path: "/account/register",
    needs: [registration.register],
    beside: [registration.registerValidate],
    writes: [registration.registerConfirm],
  },
  { path: "/confirmEmail", needs: [auth.confirmEmailValidate], writes: [auth.confirmEmail] },
  { path: "/tracking/preview", needs: [preview.previewSearch] },
  { path: "/appleTracking/preview", needs: [preview.previewSearch] },
  { path: "/ytdTracking/preview", needs: [preview.previewSearch] },
  { path: "/dashboard", needs: [overview.dashboard] },
  { path: "/dashboard/arrange", needs: [overview.dashboardLayout, overview.dashboardArrange] },
  { path: "/quote/index", needs: [quote.quoteList], beside: [quote.quoteExport] },
  { path: "/quote/add", needs: [quote.quoteAdd], beside: [quote.quoteOfForm, place.placeSearch] },
  {
    path: "/quote/detail",
    needs: [quote.quoteDetail],
    beside: [quote.quoteVersion],
    writes: [quote.quoteUpdate, quote.quoteAccept, quote.quoteReject, quote.quoteBook],
  },
  { path: "/booking/index", needs: [booking.bookingList], beside: [bookingFile.bookingExport] },
  { path: "/booking/add", ...bookingForm },
  { path: "/booking/teBooking", ...bookingForm },
  {
    path: "/booking/template",
    needs: [template.templateList],
    beside: [template.templateDetail],
    writes: [template.templateSave, template.templateRemove],
  },
  {
    path: "/shipments/index",
    needs: [shipment.shipmentList],
    beside: [shipment.shipmentFilterOptions, shipmentFile.shipmentExport],
    writes: [shipment.shipmentFollow],
  },
  {
    path: "/shipments/detail",
    needs: [shipment.shipmentDetail],
    beside: [shipment.shipmentDocument, cutOff.cutOffList, eta.etaHistory],
    writes: [shipment.shipmentPublish],
  },
  { path: "/shipments/map", needs: [shipmentWay.shipmentRoute], beside: [emission.shipmentEmissions] },
  { path: "/shipments/freeTime", needs: [freeTime.shipmentFreeTime] },
  ...deskScreens,
  {
    path: "/tracking/index",
    needs: [tracking.trackingList],
    beside: [tracking.trackingOrders, tracking.trackingNumbers],
  },
  { path: "/appleTracking/index", needs: [tracking.trackingOrders], beside: [tracking.trackingNumbers] },
  {
    path: "/ytdTracking/index",
    needs: [tracking.trackingTotals, tracking.trackingList],
    beside: [tracking.trackingNumbers],
  },
  { path: "/tracking/detail", needs: [tracking.trackingDetail] },
  { path: "/shipments/share", needs: [share.shareMake, share.shareStart] },
  {
    path: "/shipments/shared",
    needs: [share.shareList],
    writes: [share.shareRenew, share.shareRevoke],
  },
  { path: "/shared", needs: [share.shareOpen, share.shareView], beside: [share.shareDocument] },
  {
    path: "/analytics/index",
    needs: [analytics.analyticsReport],
    beside: [
      shipment.shipmentFilterOptions,
      analytics.analyticsFile,
      emission.emissionSources,
      emission.emissionExport,
    ],
  },
  { path: "/analytics/shipments", needs: [analytics.analyticsShipments] },
  { path: "/analytics/templates", needs: [savedReport.reportTemplateList] },
  {
    path: "/analytics/templateEdit",
    needs: [savedReport.reportTemplateSave],
    beside: [savedReport.reportTemplateList],
  },
  {
    path: "/analytics/templateRemove",
    needs: [savedReport.reportTemplateRemove, savedReport.reportTemplateList],
  },
  {
    path: "/analytics/templateMail",
    needs: [savedReport.reportTemplateMail, savedReport.reportTemplateList],
  },
  { path: "/analytics/link", needs: [reportLink.reportLinkOpen], writes: [reportLink.reportLinkMake] },
  { path: "/analytics/log", needs: [savedReport.reportRunList], beside: [savedReport.reportRunFile] },
  { path: "/last-mile/index", needs: [lastMile.deliveryList], beside: [lastMile.deliveryExport] },
  {
    path: "/last-mile/detail",
    needs: [lastMile.deliveryDetail],
    beside: [lastMile.deliveryProof],
    writes: [lastMile.deliveryAsk],
  },
  { path: "/document/index", needs: [papers.documentList], beside: [papers.documentZip] },
  { path: "/document/shipment", needs: [papers.documentNeeds], beside: [papers.documentCrossCheck] },
  {
    path: "/document/detail",
    needs: [papers.documentDetail],
    beside: [papers.documentFile, papers.documentPreview],
    writes: [papers.documentUpload, papers.documentRemove],
  },
  {
    path: "/billing/index",
    needs: [invoice.invoiceList],
    beside: [invoice.invoiceAgeing, invoice.invoiceExport],
  },
  {
    path: "/billing/detail",
    needs: [invoice.invoiceDetail],
    beside: [invoice.invoiceFile, invoice.invoiceComparison],
    writes: [invoice.disputeOpen],
  },
  {
    path: "/billing/statement",
    needs: [invoice.invoiceAgeing, invoice.invoiceStatement],
    beside: [invoice.invoiceStatementFile],
  },
  { path: "/shipments/bookingList", needs: [booking.bookingList] },
  {
    path: "/shipments/bookingDetail",
    needs: [booking.bookingDetail],
    beside: [attachment.attachmentDownload, cutOff.cutOffList],
    writes: [
      attachment.attachmentUpload,
      attachment.attachmentRemove,
      booking.bookingChangeState,
      booking.bookingRequestChange,
    ],
  },
  {
    path: "/messageCenter/index",
    needs: [messageSession.chatList, messageSession.sessionDetail],
    beside: [
      message.messageList,
      message.unreadCount,
      message.messageSearch,
      message.teamChannels,
      message.messageDownload,
      realtime.realtimeTicket,
    ],
    writes: [message.messageSend, message.messageRead, message.messageAllRead, message.messageUpload],
  },
  { path: "/messageCenter/inquiry", needs: [message.newInquiry] },
  {
    path: "/messageCenter/teams",
    needs: [message.teamList],
    beside: [message.teamOfSubject],
    writes: [message.teamCreate],
  },
  {
    path: "/account/index",
    needs: [user.getUser],
    beside: [auth.userInfo, person.picture],
    writes: [user.updateUser, user.changeEmail, person.pictureUpload, person.pictureRemove],
  },
  {
    path: "/account/address",
    needs: [address.addressList],
    beside: [
      address.addressDetail,
      address.addressRegions,
      address.addressExport,
      address.addressImportReport,
    ],
    writes: [
      address.addressSave,
      address.addressRemove,
      address.addressImport,
      address.addressImportEncoding,
      address.addressImportRun,
    ],
  },
  {
    path: "/account/secondFactor",
    needs: [factor.factorState],
    writes: [
      factor.factorStart,
      factor.factorConfirm,
      factor.recoveryRenew,
      factor.factorRemove,
      factor.factorRequire,
    ],
  },
  {
    path: "/account/passkeys",
    needs: [passkey.passkeyList],
    beside: [passkey.passkeyAddOptions],
    writes: [passkey.passkeyAdd, passkey.passkeyRename, passkey.passkeyRemove],
  },
  {
    path: "/account/exports",
    needs: [exportJob.exportJobList],
    beside: [exportJob.exportJobFile],
    writes: [exportJob.exportJobAgain, exportJob.exportJobRemove],
  },
  { path: "/account/data", needs: [person.retention], beside: [person.ownData] },
  {
    path: "/account/companySignIn",
    needs: [company.companySettings],
    beside: [company.companyCheck, company.domainCheck],
    writes: [
      company.companySettingsSave,
      company.companySwitch,
      company.companyPasswords,
      company.domainAdd,
      company.domainRemove,
      company.domainMail,
    ],
  },
  { path: "/confirmDomain", needs: [company.domainValidate], writes: [company.domainConfirm] },
  { path: "/login/company/backChannel", needs: [company.companyLoggedOut] },
  { path: "/login/company/out", needs: [company.companySignOut, company.companySignOutAddress] },
  { path: "/account/factorReset", needs: [member.accountUserList], writes: [factor.factorReset] },
  {
    path: "/account/confirm",
    needs: [factor.prove],
    beside: [passkey.passkeyProveOptions, company.companyProveStart],
    writes: [passkey.passkeyProve, company.companyProve],
  },
  { path: "/account/sessions", needs: [person.sessionList], writes: [person.sessionEnd] },
  {
    path: "/account/password",
    needs: [user.validatePassword],
    writes: [user.resetPwd, user.rejectUpdatePassword],
  },
  {
    path: "/account/members",
    needs: [member.accountUserList, member.fontRoleList],
    beside: [member.fontDeptList, member.activityList, member.memberExport],
    writes: [member.addUser, member.inviteAgain, member.editUser, member.deleteUser, member.getResetPwd],
  },
  { path: "/account/apiKeys", needs: [apiKey.apiKeyList], writes: [apiKey.apiKeyMake, apiKey.apiKeyRevoke] },
  { path: "/account/webhooks", ...webhook.webhookCalls },
  {
    path: "/account/mailDelivery",
    needs: [delivery.mailDelivery],
    writes: [delivery.saveMailDelivery, delivery.liftMailBlock],
  },
  {
    path: "/account/notifications",
    needs: [notification.noticeList],
    beside: [notification.noticeSettings],
    writes: [notification.noticeRead, notification.saveNoticeSettings],
  },
  {
    path: "/account/notificationSetting",
    needs: [notification.selectNotificationList],
    writes: [notification.switchNotification],
  },
  {
    path: "/account/notificationEdit",
    needs: [notification.saveNotification],
    beside: [notification.notificationDetail, notification.rehearseNotification],
  },
  {
    path: "/account/shipmentsSubscription",
    needs: [shipment.shipmentList],
    beside: [shipment.shipmentFilterOptions],
    writes: [shipment.shipmentFollow, shipmentFollowing.shipmentFollowMany],
  },
  {
    path: "/account/calendar",
    needs: [calendar.calendarState],
    beside: [calendar.calendarFeed],
    writes: [calendar.calendarMake, calendar.calendarChange, calendar.calendarRevoke],
  },
  {
    path: "/account/notificationRemove",
    needs: [notification.removeNotification, notification.notificationDetail],
  },
  {
    path: "/notificationConsent",
    needs: [notification.recipientInvitation],
    writes: [notification.confirmRecipient],
  },
  { path: "/unsubscribe", needs: [notification.unsubscribeTargets], writes: [notification.unsubscribe] },
];
