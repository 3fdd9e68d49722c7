import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next";

const en = {
  title: "Shipments",
  search: "Search",
  next: "Next",
  unread: "{{count}} unread",
  columns: {
    number: "H#",
    status: "Status",
    mode: "Mode",
    from: "From",
    to: "To",
    etd: "ETD",
    eta: "ETA",
    transport: "Carrier",
    containers: "Containers",
    orders: "PO#",
  },
  status: { BOOKED: "Booked", TRANSIT: "In transit", COMPLETED: "Delivered", CANCELLED: "Cancelled" },
  mode: { OCEAN: "Ocean", AIR: "Air", TRUCK: "Truck", RAIL: "Rail" },
};

export const [i18nextMiddleware, getLocale, getInstance] = createI18nextMiddleware({
  detection: { supportedLanguages: ["en", "zh"], fallbackLanguage: "en" },
  i18next: { resources: { en: { translation: en }, zh: { translation: en } } },
  plugins: [initReactI18next],
});
