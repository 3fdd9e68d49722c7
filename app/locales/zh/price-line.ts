import type en from "../en/price-line.ts";
import type { Translation } from "../translation.ts";

export default {
  description: {
    "air-freight": "空运费",
    "ocean-freight": "海运费",
    "line-haul": "干线运输费",
    "fuel-surcharge": "燃油附加费",
    security: "安检费",
    "air-waybill": "空运单费",
    "bill-of-lading": "提单费",
    "terminal-handling-at-origin": "起运港码头操作费",
    "terminal-handling-at-destination": "目的港码头操作费",
    "container-freight-station": "集装箱货运站费",
    "pick-up": "提货费",
    delivery: "送货费",
    "customs-clearance": "清关费",
    documentation: "文件费",
    insurance: "保险费",
    demurrage: "滞港费",
    detention: "滞箱费",
    storage: "堆存费",
    warehousing: "仓储费",
  },
  unit: {
    kg: "kg",
    "w-m": "计费吨",
    awb: "票",
    "b-l": "票",
    truck: "车",
    trip: "趟",
    container: "箱",
    shipment: "票",
    cbm: "立方米",
    day: "天",
  },
} satisfies Translation<typeof en>;
