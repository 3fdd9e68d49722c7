import account from "./account.ts";
import auth from "./auth.ts";
import dashboard from "./dashboard.ts";
import errors from "./errors.ts";
import milestones from "./milestones.ts";
import preview from "./preview.ts";
import shell from "./shell.ts";
import shipmentList from "./shipment-list.ts";
import shipments from "./shipments.ts";

export const zh = {
  account,
  auth,
  dashboard,
  errors,
  milestones,
  preview,
  shell,
  "shipment-list": shipmentList,
  shipments,
};
