/**
 * Whether a change in an operation log contains a price, which only a company with SHIPMENT_CHARGES may see
 * (product 6.5).
 */
export function namesPrice(path: string): boolean {
  return /^(options|acceptedOption|bookingPrice)(\.|$)/.test(path);
}
