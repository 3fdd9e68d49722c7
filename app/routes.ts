import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The table of the product: public pages, pages inside the shell (signed in), resources. */
export default [
  layout("routes/public/frame.tsx", [
    route("home", "routes/public/home.tsx"),
    route("login", "routes/public/login.tsx"),
    route("forgotPassword", "routes/public/forgot-password.tsx"),
    route("resetPassword", "routes/public/reset-password.tsx"),
    route("preview", "routes/public/preview.tsx", { id: "preview" }),
    route("tracking/preview", "routes/public/preview.tsx", { id: "tracking-preview" }),
    route("appleTracking/preview", "routes/public/preview.tsx", { id: "apple-tracking-preview" }),
    route("ytdTracking/preview", "routes/public/preview.tsx", { id: "ytd-tracking-preview" }),
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
      route("booking/add", "routes/bookings/form.tsx", { id: "booking-add" }),
      route("shipments/booking", "routes/bookings/form.tsx", { id: "booking-shipments" }),
      route("booking/teBooking", "routes/bookings/form.tsx", { id: "booking-online" }),
      route("booking/review", "routes/bookings/review.tsx"),
      route("account/index", "routes/account/index.tsx"),
      route("account/password", "routes/account/password.tsx"),
    ]),
  ]),
  route("booking/autosave", "routes/bookings/autosave.ts"),
  route("language", "routes/resources/language.ts"),
  route("shipments/export", "routes/resources/shipment-export.ts"),
  route("shipments/document/:id/:documentId", "routes/resources/shipment-document.ts"),
  route("*", "routes/resources/unknown.ts"),
] satisfies RouteConfig;
