import errors from "../zh/errors.ts";
import shell from "../zh/shell.ts";
import shipmentList from "../zh/shipment-list.ts";

/** The words that every signed-in page has, and those of the page that most visits open: one file for all of them. */
export default { errors, shell, "shipment-list": shipmentList };
