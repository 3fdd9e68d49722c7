import errors from "../en/errors.ts";
import shell from "../en/shell.ts";
import shipmentList from "../en/shipment-list.ts";

/** The words that every signed-in page has, and those of the page that most visits open: one file for all of them. */
export default { errors, shell, "shipment-list": shipmentList };
