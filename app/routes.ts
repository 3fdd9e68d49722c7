import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The route table: public pages, pages inside the shell (signed in), resource routes. */
const table = [
  layout("routes/public/frame.tsx", [
    route("home", "routes/public/home.tsx"),
    route("login", "routes/public/login.tsx"),
    route("forgotPassword", "routes/public/forgot-password.tsx"),
    route("resetPassword", "routes/public/reset-password.tsx"),
    route("confirmEmail", "routes/public/confirm-email.tsx"),
    route("preview", "routes/public/preview.tsx", { id: "preview" }),
    route("tracking/preview", "routes/public/preview.tsx", { id: "tracking-preview" }),
    route("appleTracking/preview", "routes/public/preview.tsx", { id: "apple-tracking-preview" }),
    route("ytdTracking/preview", "routes/public/preview.tsx", { id: "ytd-tracking-preview" }),
    route("clock", "routes/public/clock.tsx"),
    route("offline", "routes/public/offline.tsx"),
    route("404", "routes/public/not-found.tsx"),
    route("logout", "routes/public/logout.tsx"),
  ]),
  layout("routes/shell/frame.tsx", [
    layout("routes/shell/content.tsx", [
      index("routes/shell/start.tsx"),
      route("dashboard", "routes/shell/dashboard.tsx"),
      route("quote/index", "routes/quotes/index.tsx"),
      route("quote/add", "routes/quotes/add.tsx"),
      route("quote/detail", "routes/quotes/detail.tsx"),
      route("quote/accept", "routes/quotes/decision.tsx", { id: "quote-accept" }),
      route("quote/reject", "routes/quotes/decision.tsx", { id: "quote-reject" }),
      route("quote/book", "routes/quotes/decision.tsx", { id: "quote-book" }),
      route("shipments/index", "routes/shipments/index.tsx"),
      route("shipments/detail/:id", "routes/shipments/detail.tsx"),
      route("shipments/map/:id", "routes/shipments/map.tsx"),
      route("booking/add", "routes/bookings/form.tsx", { id: "booking-add" }),
      route("shipments/booking", "routes/bookings/form.tsx", { id: "booking-shipments" }),
      route("booking/teBooking", "routes/bookings/form.tsx", { id: "booking-online" }),
      route("booking/review", "routes/bookings/review.tsx"),
      route("booking/index", "routes/bookings/index.tsx", { id: "booking-list" }),
      route("shipments/bookingList", "routes/bookings/index.tsx", { id: "shipments-booking-list" }),
      route("shipments/bookingDetail/:id", "routes/bookings/detail.tsx"),
      route("booking/recall", "routes/bookings/decision.tsx", { id: "booking-recall" }),
      route("booking/cancel", "routes/bookings/decision.tsx", { id: "booking-cancel" }),
      route("booking/attachments", "routes/bookings/attachments.tsx"),
      route("booking/template", "routes/bookings/templates.tsx"),
      route("booking/templateEdit", "routes/bookings/template-edit.tsx"),
      route("booking/templateRemove", "routes/bookings/template-remove.tsx"),
      route("messageCenter/index", "routes/message-center/index.tsx"),
      route("messageCenter/inquiry", "routes/message-center/inquiry.tsx"),
      route("messageCenter/teams", "routes/message-center/teams.tsx"),
      route("account/index", "routes/account/index.tsx"),
      route("account/password", "routes/account/password.tsx"),
    ]),
  ]),
  route("quote/version", "routes/quotes/version.ts"),
  route("booking/upload", "routes/bookings/upload.ts"),
  route("booking/attachment/:id/:attachmentId", "routes/bookings/attachment.ts"),
  route("booking/autosave", "routes/bookings/autosave.ts"),
  route("messageCenter/newer", "routes/message-center/newer.tsx"),
  route("messageCenter/open", "routes/message-center/open.ts"),
  route("messageCenter/view", "routes/message-center/view.ts"),
  route("messageCenter/updates", "routes/message-center/updates.ts"),
  route("messageCenter/message", "routes/message-center/message.ts"),
  route("messageCenter/read", "routes/message-center/read.ts"),
  route("messageCenter/ticket", "routes/message-center/ticket.ts"),
  route("messageCenter/upload", "routes/message-center/upload.ts"),
  route("messageCenter/attachment/:id", "routes/message-center/attachment.ts"),
  route("language", "routes/resources/language.ts"),
  route("place/suggest", "routes/resources/place-suggestions.ts"),
  route("shipments/export", "routes/resources/shipment-export.ts"),
  route("shipments/mapPicture/:id", "routes/resources/shipment-map.ts"),
  route("shipments/document/:id/:documentId", "routes/resources/shipment-document.ts"),
  ...["favicon.svg", "favicon.ico", "icon-192.png", "icon-512.png"].map((path) =>
    route(path, "routes/resources/icon.ts", { id: path }),
  ),
  route("manifest.webmanifest", "routes/resources/manifest.ts"),
  route("*", "routes/resources/unknown.ts"),
] satisfies RouteConfig;

/** Paths are case-sensitive: guard and router treat another spelling as an unknown path. */
function spelledSo(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children && { children: spelledSo(entry.children) }),
  }));
}

export default spelledSo(table);
