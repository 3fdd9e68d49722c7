import * as booking from "./booking.ts";
import * as attachment from "./booking-attachment.ts";
import * as bookingCarrier from "./booking-carrier.ts";
import * as bookingAnswer from "./booking-desk.ts";
import * as brand from "./brand.ts";
import * as carrierName from "./carrier-name.ts";
import * as customer from "./customer.ts";
import * as customerMember from "./customer-member.ts";
import * as customerRole from "./customer-role.ts";
import * as desk from "./desk.ts";
import * as deskFile from "./desk-import.ts";
import * as talk from "./desk-talk.ts";
import * as event from "./event.ts";
import * as eventDesk from "./event-desk.ts";
import * as waiting from "./event-waiting.ts";
import * as forwarding from "./forwarder.ts";
import * as system from "./forwarder-system.ts";
import * as invoice from "./invoice.ts";
import * as invoiceDesk from "./invoice-desk.ts";
import * as invoiceDraft from "./invoice-draft.ts";
import * as invoiceSeries from "./invoice-series.ts";
import * as invoiceTerms from "./invoice-terms.ts";
import * as place from "./place.ts";
import * as quote from "./quote.ts";
import * as quoteDesk from "./quote-desk.ts";
import * as rate from "./rate.ts";
import * as registration from "./registration.ts";
import type { ScreenCalls } from "./screen-calls.ts";
import * as seeAs from "./see-as.ts";
import * as shipmentDesk from "./shipment-desk.ts";
import * as double from "./shipment-merge.ts";
import * as tariff from "./tariff-desk.ts";

/** The screens of forwarder management (product 2.2). */
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
  { path: "/freightForwarder/customers", needs: [customer.customerList] },
  { path: "/freightForwarder/customerAdd", needs: [customer.customerMake] },
  {
    path: "/freightForwarder/customer",
    needs: [customer.customerDetail],
    beside: [brand.brandDetail],
    writes: [
      brand.brandSave,
      brand.brandPageSave,
      brand.brandPageRemove,
      customer.customerSave,
      customer.customerClose,
      customer.customerAccess,
      customer.customerDepartment,
    ],
  },
  { path: "/freightForwarder/customerMembers", needs: [customerMember.customerMembers] },
  {
    path: "/freightForwarder/customerMemberAdd",
    needs: [customerMember.customerPlaces, customerMember.customerMemberAdd],
  },
  {
    path: "/freightForwarder/customerMember",
    needs: [customerMember.customerMember],
    writes: [customerMember.customerMemberSave, customerMember.customerMemberMail],
  },
  {
    path: "/freightForwarder/customerMemberRemove",
    needs: [customerMember.customerMember, customerMember.customerMemberRemove],
  },
  {
    path: "/freightForwarder/customerRoles",
    needs: [customerRole.customerRoles],
    writes: [customerRole.customerRoleMake],
  },
  {
    path: "/freightForwarder/customerRole",
    needs: [customerRole.customerRole],
    writes: [customerRole.customerRoleSave, customerRole.customerRoleRemove],
  },
  {
    path: "/freightForwarder/seeAs",
    needs: [seeAs.seeAsWhom, seeAs.seeAsBegin],
  },
  {
    path: "/freightForwarder/answers",
    needs: [talk.deskAnswers],
    writes: [talk.deskAnswerSave, talk.deskAnswerRemove, talk.deskNoteAdd, talk.deskReply],
    beside: [talk.deskTalk],
  },
  {
    path: "/freightForwarder/answerFile",
    needs: [talk.deskAnswers, talk.deskAnswerFile],
    writes: [talk.deskAnswerUpload, talk.deskAnswerFileRemove],
  },
  {
    path: "/freightForwarder/settings",
    needs: [desk.deskSettings],
    writes: [desk.deskSettingsSave, desk.deskAwaySave],
  },
  {
    path: "/freightForwarder/logo",
    needs: [brand.brandDetail],
    beside: [brand.brandLogo],
    writes: [brand.brandLogoUpload, brand.brandLogoRemove],
  },
  {
    path: "/freightForwarder/quote",
    needs: [quoteDesk.quoteDeskDetail, desk.deskLook],
    beside: [rate.rateOffer],
    writes: [quote.quotePrice, quoteDesk.quoteDraftSave, quoteDesk.quoteWithdraw],
  },
  {
    path: "/freightForwarder/rates",
    needs: [rate.rateList],
    beside: [rate.rateImportReport],
    writes: [rate.rateImport, rate.rateImportEncoding, rate.rateImportRun],
  },
  {
    path: "/freightForwarder/booking",
    needs: [booking.bookingDetail, desk.deskLook],
    beside: [attachment.attachmentDownload, bookingCarrier.carrierBooking],
    writes: [
      bookingAnswer.bookingDecide,
      bookingAnswer.bookingAskBack,
      bookingAnswer.bookingAnswerChange,
      bookingCarrier.carrierBookingSend,
      bookingCarrier.carrierBookingAct,
    ],
  },
  {
    path: "/freightForwarder/shipmentImport",
    needs: [deskFile.deskImport, deskFile.deskImportReport, deskFile.deskImportRun],
    beside: [deskFile.deskImportExample],
    writes: [deskFile.deskImportEncoding],
  },
  { path: "/freightForwarder/imports", needs: [system.systemImportList] },
  {
    path: "/freightForwarder/import",
    needs: [system.systemImportDetail],
    beside: [system.systemImportFile],
  },
  {
    path: "/freightForwarder/tariffs",
    needs: [tariff.tariffList],
    writes: [tariff.tariffSave, tariff.tariffEnd],
  },
  {
    path: "/freightForwarder/names",
    needs: [carrierName.carrierNames],
    writes: [
      carrierName.carrierNameAssign,
      carrierName.carrierNameTakeBack,
      carrierName.carrierAdd,
      carrierName.vesselNameSave,
    ],
  },
  {
    path: "/freightForwarder/shipmentMerge",
    needs: [double.shipmentDoubles],
    beside: [double.shipmentMergeLook],
    writes: [double.shipmentMerge],
  },
  {
    path: "/freightForwarder/shipmentMake",
    needs: [shipmentDesk.shipmentStart, shipmentDesk.shipmentDesk, booking.bookingOptions],
    beside: [place.placeSearch],
    writes: [shipmentDesk.shipmentMake, shipmentDesk.shipmentChange],
  },
  {
    path: "/freightForwarder/shipment",
    needs: [shipmentDesk.shipmentDesk],
    beside: [place.placeSearch],
    writes: [shipmentDesk.eventEnter, shipmentDesk.freeTimeEnter, eventDesk.eventUnmatch],
  },
  {
    path: "/freightForwarder/events",
    needs: [waiting.waitingList, event.eventQuarantine],
    writes: [eventDesk.eventMatch, eventDesk.quarantineRetry, waiting.waitingRetry, place.placeAdd],
  },
  {
    path: "/freightForwarder/invoices",
    needs: [invoice.invoiceList, invoiceDraft.invoiceDraftList],
  },
  {
    path: "/freightForwarder/invoiceSeries",
    needs: [invoiceSeries.invoiceSeries],
    writes: [invoiceSeries.invoiceSeriesSet],
  },
  {
    path: "/freightForwarder/invoiceAdd",
    needs: [invoiceDraft.invoiceProposal, invoiceDraft.invoiceDraftSave, invoiceDraft.invoiceBillable],
    beside: [invoiceDraft.invoiceCheck, invoiceTerms.invoiceTerms],
    writes: [invoiceDraft.invoiceDraftDiscard, invoiceTerms.invoiceTermsSave],
  },
  {
    path: "/freightForwarder/invoice",
    needs: [invoice.invoiceDetail, invoiceDesk.invoiceDesk],
    beside: [invoice.invoiceFile, invoice.invoiceComparison],
    writes: [
      invoiceDesk.invoiceCredit,
      invoiceDesk.paymentRecord,
      invoiceDesk.paymentAllocate,
      invoiceDesk.paymentRefund,
      invoiceDesk.paymentTakeBack,
      invoiceDesk.disputeDecide,
      invoiceDesk.disputeAsk,
    ],
  },
];
