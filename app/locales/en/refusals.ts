/** What the server alone says: the browser is told it, and does not load it. */
export default {
  notSent: {
    lacking:
      "The forwarder's system does not offer this, so nothing was saved. What you entered is still here.",
    timeout:
      "Request timeout: it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
    unreachable:
      "The forwarder's system cannot be reached, so this was not saved. What you entered is still here; please send it again in a moment.",
    lost: "The connection to the forwarder's system broke off, so it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
    malformed:
      "The forwarder's system gave no clear answer. What you entered is still here; sending it again does not do it twice.",
  },
  /** Of a provider that would do it a second time. */
  notSentOnce: {
    lacking:
      "The forwarder's system does not offer this, so nothing was saved. What you entered is still here.",
    timeout:
      "Request timeout: it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
    unreachable:
      "The forwarder's system cannot be reached, so this was not saved. What you entered is still here; please send it again in a moment.",
    lost: "The connection to the forwarder's system broke off, so it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
    malformed:
      "The forwarder's system gave no clear answer, so it is not certain that this was saved. What you entered is still here. Before you send it again, please look whether it is there: a second time may do it twice.",
  },
  typedKeptOnce:
    "What you entered is kept. Before you send it again, please look whether it was done: a second time may do it twice. Passwords have to be typed and files chosen again.",
  rowsUnreadable:
    "Rows that could not be read: {{count}}. The forwarder's system gave something else in their place.",
  unsure:
    "It is not certain that this was sent. What you entered is still here; before you send it again, please look whether it is there.",
  foreignForm:
    "This form was sent from another site, so it was not accepted. Please open the page again and send it from there.",
  formUnreadable: "What was sent is no form of this site, so it was not accepted.",
  formMisshapen:
    "What was sent has more fields, or deeper, longer or other names, than any form of this site, so it was not accepted. Please open the page again and send it from there.",
  formTooLarge: "What was sent is larger than any form of this site, so it was not accepted.",
};
