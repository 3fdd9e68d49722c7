export const SHIPMENT_LIST = "/shipments/index";
