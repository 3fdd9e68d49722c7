/** The page with the look of a customer's portal. */
export default {
  lead: "What is empty is the operator's own. The customer's people see a change on the next page that they load.",
  look: "Name, colour, mails and host name",
  nameEn: "Name of the portal in English",
  nameZh: "Name of the portal in Chinese",
  color: "Colour",
  colorHint: "As {{example}}.",
  sample: "Sample",
  senderName: "Name that mails come from",
  senderNameHint: "Empty: the name of the portal.",
  senderAddress: "Address that mails come from",
  host: "Host name of the customer's own",
  hostHint:
    "Such as {{example}}. The operator has to point it at the portal first (docs/operate.md); links in mails lead there at once.",
  save: "Save the look",
  logos: "Logo",
  light: "On light pages",
  dark: "On dark pages",
  darkHint: "Without one, the logo of light pages is shown.",
  noLogo: "None yet: the portal's sign and name are shown.",
  changeLogo: { light: "Change the logo", dark: "Change the logo of dark pages" },
  logoText:
    "A PNG, JPEG or {{format}} picture of up to {{megabytes}} MB. It is drawn anew, at most 32 pixels high.",
  logoFile: "Picture",
  logoSave: "Save the logo",
  logoRemove: "Remove the logo",
  back: "Back to the look",
  pages: "Pages of other sites inside the portal",
  pagesText: "They are shown in a frame, below a menu, to people of this customer who have that menu.",
  noPages: "No pages yet",
  addPage: "Add a page",
  editPage: "Change the page",
  changePage: "Change",
  page: {
    title: "Title",
    titleEn: "Title in English",
    titleZh: "Title in Chinese",
    path: "Path",
    pathHint: "With {{example}} the page is at {{address}}.",
    menu: "Menu",
    address: "Address",
    addressHint: "Begins with {{scheme}}. The other site has to allow frames of the portal.",
    place: "Place in the list",
  },
  savePage: "Save the page",
  removePage: "Remove the page",
  cancel: "Cancel",
  record: "Who changed what",
  noRecord: "Nothing has been changed yet",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "brand-page": typeof import("./brand-page.ts").default;
  }
}
