/**
 * Rules of DCSA Track & Trace 2.2 for each field of an event (required, type, length, pattern, code list) as
 * JSON Schema, without the descriptions. Source: DCSA-OpenAPI, domain track and trace 2.2.0
 * (https://github.com/dcsaorg/DCSA-OpenAPI, Apache-2.0). Formats of ids and times are left out: ids are any
 * text, and the contract checks times, which need an offset.
 */
export const dcsa22 = {
  ISOEquipmentCode: {
    maxLength: 4,
    type: "string",
  },
  UNLocationCode: {
    maxLength: 5,
    type: "string",
  },
  address: {
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          name: {
            $ref: "#/$defs/addressName",
          },
        },
      },
      {
        type: "object",
        properties: {
          street: {
            $ref: "#/$defs/streetName",
          },
        },
      },
      {
        type: "object",
        properties: {
          streetNumber: {
            $ref: "#/$defs/streetNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          floor: {
            $ref: "#/$defs/floor",
          },
        },
      },
      {
        type: "object",
        properties: {
          postCode: {
            $ref: "#/$defs/postCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          city: {
            $ref: "#/$defs/cityName",
          },
        },
      },
      {
        type: "object",
        properties: {
          stateRegion: {
            $ref: "#/$defs/stateRegion",
          },
        },
      },
      {
        type: "object",
        properties: {
          country: {
            $ref: "#/$defs/country",
          },
        },
      },
    ],
  },
  addressName: {
    maxLength: 100,
    type: "string",
  },
  baseEquipmentEvent: {
    required: ["emptyIndicatorCode", "equipmentEventTypeCode"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          eventType: {
            type: "string",
            enum: ["EQUIPMENT"],
          },
        },
      },
      {
        type: "object",
        properties: {
          eventClassifierCode: {
            type: "string",
            enum: ["PLN", "ACT", "EST"],
          },
        },
      },
      {
        type: "object",
        properties: {
          equipmentEventTypeCode: {
            $ref: "#/$defs/equipmentEventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          equipmentReference: {
            $ref: "#/$defs/equipmentReference",
          },
        },
      },
      {
        type: "object",
        properties: {
          ISOEquipmentCode: {
            $ref: "#/$defs/ISOEquipmentCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          emptyIndicatorCode: {
            $ref: "#/$defs/emptyIndicatorCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventLocation: {
            $ref: "#/$defs/location",
          },
        },
      },
      {
        type: "object",
        properties: {
          transportCallID: {
            allOf: [
              {
                $ref: "#/$defs/transportCallID",
              },
            ],
          },
        },
      },
      {
        type: "object",
        properties: {
          transportCall: {
            $ref: "#/$defs/transportCall",
          },
        },
      },
      {
        type: "object",
        properties: {
          documentReferences: {
            $ref: "#/$defs/documentReferences",
          },
        },
      },
      {
        $ref: "#/$defs/references",
      },
      {
        $ref: "#/$defs/seals",
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            $ref: "#/$defs/eventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            type: "string",
            enum: ["LOAD", "DISC", "GTIN", "GTOT", "STUF", "STRP"],
          },
        },
      },
    ],
  },
  baseEvent: {
    required: ["eventCreatedDateTime"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          eventID: {
            $ref: "#/$defs/eventID",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventCreatedDateTime: {
            $ref: "#/$defs/eventCreatedDateTime",
          },
        },
      },
      {
        $ref: "#/$defs/baseEventBody",
      },
    ],
  },
  baseEventBody: {
    required: ["eventClassifierCode", "eventDateTime", "eventType"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          eventType: {
            $ref: "#/$defs/eventType",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventClassifierCode: {
            $ref: "#/$defs/eventClassifierCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventDateTime: {
            $ref: "#/$defs/eventDateTime",
          },
        },
      },
    ],
  },
  baseShipmentEvent: {
    required: ["documentID", "documentTypeCode", "shipmentEventTypeCode"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          eventType: {
            type: "string",
            enum: ["SHIPMENT"],
          },
        },
      },
      {
        type: "object",
        properties: {
          eventDateTime: {},
        },
      },
      {
        type: "object",
        properties: {
          eventClassifierCode: {
            type: "string",
            enum: ["ACT", "PLN", "EST"],
          },
        },
      },
      {
        type: "object",
        properties: {
          shipmentEventTypeCode: {
            $ref: "#/$defs/shipmentEventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          documentID: {
            $ref: "#/$defs/documentID",
          },
        },
      },
      {
        type: "object",
        properties: {
          documentTypeCode: {
            $ref: "#/$defs/documentTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          shipmentInformationTypeCode: {
            $ref: "#/$defs/shipmentInformationType",
          },
        },
      },
      {
        type: "object",
        properties: {
          reason: {
            $ref: "#/$defs/reason",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            $ref: "#/$defs/eventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            type: "string",
            enum: ["RECE", "CONF", "ISSU", "APPR", "SUBM", "SURR", "REJE", "PENA"],
          },
        },
      },
      {
        type: "object",
        properties: {
          shipmentID: {
            $ref: "#/$defs/shipmentID",
          },
        },
      },
      {
        type: "object",
        properties: {
          shipmentID: {},
        },
      },
      {
        $ref: "#/$defs/references",
      },
    ],
  },
  baseTransportEvent: {
    required: ["transportCall", "transportEventTypeCode"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          eventType: {
            type: "string",
            enum: ["TRANSPORT"],
          },
        },
      },
      {
        type: "object",
        properties: {
          eventClassifierCode: {
            type: "string",
            enum: ["ACT", "PLN", "EST"],
          },
        },
      },
      {
        type: "object",
        properties: {
          transportEventTypeCode: {
            $ref: "#/$defs/transportEventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          delayReasonCode: {
            $ref: "#/$defs/delayReasonCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselScheduleChangeRemark: {
            $ref: "#/$defs/vesselScheduleChangeRemark",
          },
        },
      },
      {
        type: "object",
        properties: {
          changeRemark: {
            $ref: "#/$defs/changeRemark",
          },
        },
      },
      {
        type: "object",
        properties: {
          transportCallID: {
            allOf: [
              {
                $ref: "#/$defs/transportCallID",
              },
            ],
          },
        },
      },
      {
        type: "object",
        properties: {
          transportCall: {
            $ref: "#/$defs/transportCall",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            $ref: "#/$defs/eventTypeCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          eventTypeCode: {
            type: "string",
            enum: ["ARRI", "DEPA"],
          },
        },
      },
    ],
  },
  carrierServiceCode: {
    maxLength: 5,
    type: "string",
  },
  carrierVoyageNumber: {
    maxLength: 50,
    type: "string",
  },
  changeRemark: {
    maxLength: 250,
    type: "string",
  },
  cityName: {
    maxLength: 65,
    type: "string",
  },
  country: {
    maxLength: 75,
    type: "string",
  },
  delayReasonCode: {
    maxLength: 3,
    type: "string",
  },
  documentID: {
    type: "string",
  },
  documentReferences: {
    type: "array",
    items: {
      $ref: "#/$defs/documentReferences_inner",
    },
  },
  documentReferences_inner: {
    type: "object",
    properties: {
      documentReferenceType: {
        type: "string",
        enum: ["BKG", "TRD"],
      },
      documentReferenceValue: {
        type: "string",
      },
    },
  },
  documentTypeCode: {
    maxLength: 3,
    type: "string",
    enum: ["CBR", "BKG", "SHI", "SRM", "TRD", "ARN", "VGM", "CAS", "CUS", "DGD", "OOG"],
  },
  emptyIndicatorCode: {
    type: "string",
    enum: ["EMPTY", "LADEN"],
  },
  equipmentEvent: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/baseEvent",
      },
      {
        $ref: "#/$defs/baseEquipmentEvent",
      },
    ],
  },
  equipmentEventTypeCode: {
    type: "string",
    enum: ["LOAD", "DISC", "GTIN", "GTOT", "STUF", "STRP", "PICK", "DROP", "INSP", "RSEA", "RMVD"],
  },
  equipmentReference: {
    maxLength: 15,
    type: "string",
  },
  eventClassifierCode: {
    type: "string",
  },
  eventCreatedDateTime: {
    type: "string",
  },
  eventDateTime: {
    type: "string",
  },
  eventID: {
    type: "string",
  },
  eventType: {
    type: "string",
  },
  eventTypeCode: {
    maxLength: 4,
    type: "string",
  },
  exportVoyageNumber: {
    maxLength: 50,
    type: "string",
  },
  facilityCode: {
    maxLength: 6,
    type: "string",
  },
  facilityCodeListProvider: {
    type: "string",
    enum: ["BIC", "SMDG"],
  },
  facilityTypeCodeTRN: {
    type: "string",
    enum: ["BOCR", "CLOC", "COFS", "COYA", "OFFD", "DEPO", "INTE", "POTE", "RAMP"],
  },
  floor: {
    maxLength: 50,
    type: "string",
  },
  importVoyageNumber: {
    maxLength: 50,
    type: "string",
  },
  latitude: {
    maxLength: 10,
    type: "string",
  },
  location: {
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          locationName: {
            $ref: "#/$defs/locationName",
          },
        },
      },
      {
        type: "object",
        properties: {
          latitude: {
            $ref: "#/$defs/latitude",
          },
        },
      },
      {
        type: "object",
        properties: {
          longitude: {
            $ref: "#/$defs/longitude",
          },
        },
      },
      {
        type: "object",
        properties: {
          UNLocationCode: {
            $ref: "#/$defs/UNLocationCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          facilityCode: {
            $ref: "#/$defs/facilityCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          facilityCodeListProvider: {
            $ref: "#/$defs/facilityCodeListProvider",
          },
        },
      },
      {
        type: "object",
        properties: {
          address: {
            allOf: [
              {
                $ref: "#/$defs/address",
              },
            ],
          },
        },
      },
    ],
  },
  locationName: {
    maxLength: 100,
    type: "string",
  },
  longitude: {
    maxLength: 11,
    type: "string",
  },
  modeOfTransport: {
    type: "string",
    enum: ["VESSEL", "RAIL", "TRUCK", "BARGE"],
  },
  operationsTransportEvent: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/baseEvent",
      },
      {
        $ref: "#/$defs/baseTransportEvent",
      },
    ],
  },
  otherFacility: {
    maxLength: 50,
    type: "string",
  },
  postCode: {
    maxLength: 10,
    type: "string",
  },
  reason: {
    type: "string",
  },
  reference: {
    required: ["referenceType", "referenceValue"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          referenceType: {
            $ref: "#/$defs/referenceType",
          },
        },
      },
      {
        type: "object",
        properties: {
          referenceValue: {
            $ref: "#/$defs/referenceValue",
          },
        },
      },
    ],
  },
  referenceType: {
    type: "string",
    enum: ["FF", "SI", "PO", "CR", "AAO", "EQ"],
  },
  referenceValue: {
    maxLength: 100,
    type: "string",
  },
  references: {
    type: "object",
    properties: {
      references: {
        type: "array",
        items: {
          $ref: "#/$defs/reference",
        },
      },
    },
  },
  seal: {
    required: ["sealNumber", "sealType"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          sealNumber: {
            $ref: "#/$defs/sealNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          sealSource: {
            $ref: "#/$defs/sealSource",
          },
        },
      },
      {
        type: "object",
        properties: {
          sealType: {
            $ref: "#/$defs/sealType",
          },
        },
      },
    ],
  },
  sealNumber: {
    maxLength: 15,
    type: "string",
  },
  sealSource: {
    type: "string",
    enum: ["CAR", "SHI", "PHY", "VET", "CUS"],
  },
  sealType: {
    type: "string",
    enum: ["KLP", "BLT", "WIR"],
  },
  seals: {
    type: "object",
    properties: {
      seals: {
        type: "array",
        items: {
          $ref: "#/$defs/seal",
        },
      },
    },
  },
  shipmentEvent: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/baseEvent",
      },
      {
        $ref: "#/$defs/baseShipmentEvent",
      },
    ],
  },
  shipmentEventTypeCode: {
    type: "string",
    enum: [
      "RECE",
      "DRFT",
      "PENA",
      "PENU",
      "REJE",
      "APPR",
      "ISSU",
      "SURR",
      "SUBM",
      "VOID",
      "CONF",
      "REQS",
      "CMPL",
      "HOLD",
      "RELS",
    ],
  },
  shipmentID: {
    type: "string",
  },
  shipmentInformationType: {
    maxLength: 3,
    type: "string",
    enum: ["BOK", "BKG", "SHI", "VGM", "SRM", "TRD", "ARN"],
  },
  stateRegion: {
    maxLength: 65,
    type: "string",
  },
  streetName: {
    maxLength: 100,
    type: "string",
  },
  streetNumber: {
    maxLength: 50,
    type: "string",
  },
  transportCall: {
    required: ["modeOfTransport", "transportCallID"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          transportCallID: {
            $ref: "#/$defs/transportCallID",
          },
        },
      },
      {
        type: "object",
        properties: {
          carrierServiceCode: {
            $ref: "#/$defs/carrierServiceCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          carrierVoyageNumber: {
            $ref: "#/$defs/carrierVoyageNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          carrierVoyageNumber: {},
        },
      },
      {
        type: "object",
        properties: {
          exportVoyageNumber: {
            $ref: "#/$defs/exportVoyageNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          importVoyageNumber: {
            $ref: "#/$defs/importVoyageNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          transportCallSequenceNumber: {
            $ref: "#/$defs/transportCallSequenceNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          UNLocationCode: {
            $ref: "#/$defs/UNLocationCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          facilityCode: {
            $ref: "#/$defs/facilityCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          facilityCodeListProvider: {
            $ref: "#/$defs/facilityCodeListProvider",
          },
        },
      },
      {
        type: "object",
        properties: {
          facilityTypeCode: {
            $ref: "#/$defs/facilityTypeCodeTRN",
          },
        },
      },
      {
        type: "object",
        properties: {
          otherFacility: {
            $ref: "#/$defs/otherFacility",
          },
        },
      },
      {
        type: "object",
        properties: {
          modeOfTransport: {
            $ref: "#/$defs/modeOfTransport",
          },
        },
      },
      {
        type: "object",
        properties: {
          location: {
            allOf: [
              {
                $ref: "#/$defs/location",
              },
              {
                type: "object",
              },
            ],
          },
        },
      },
      {
        type: "object",
        properties: {
          vessel: {
            $ref: "#/$defs/vessel",
          },
        },
      },
    ],
  },
  transportCallID: {
    maxLength: 100,
    type: "string",
  },
  transportCallSequenceNumber: {
    type: "integer",
  },
  transportEvent: {
    type: "object",
    allOf: [
      {
        $ref: "#/$defs/operationsTransportEvent",
      },
      {
        type: "object",
        properties: {
          documentReferences: {
            $ref: "#/$defs/documentReferences",
          },
        },
      },
      {
        $ref: "#/$defs/references",
      },
    ],
  },
  transportEventTypeCode: {
    type: "string",
    enum: ["ARRI", "DEPA"],
  },
  vessel: {
    required: ["vesselIMONumber"],
    type: "object",
    allOf: [
      {
        type: "object",
        properties: {
          vesselIMONumber: {
            $ref: "#/$defs/vesselIMONumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselName: {
            $ref: "#/$defs/vesselName",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselFlag: {
            $ref: "#/$defs/vesselFlag",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselCallSignNumber: {
            $ref: "#/$defs/vesselCallSignNumber",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselOperatorCarrierCode: {
            $ref: "#/$defs/vesselOperatorCarrierCode",
          },
        },
      },
      {
        type: "object",
        properties: {
          vesselOperatorCarrierCodeListProvider: {
            $ref: "#/$defs/vesselOperatorCarrierCodeListProvider",
          },
        },
      },
    ],
  },
  vesselCallSignNumber: {
    maxLength: 10,
    type: "string",
  },
  vesselFlag: {
    maxLength: 2,
    type: "string",
  },
  vesselIMONumber: {
    maxLength: 7,
    type: "string",
  },
  vesselName: {
    maxLength: 35,
    type: "string",
  },
  vesselOperatorCarrierCode: {
    maxLength: 10,
    type: "string",
  },
  vesselOperatorCarrierCodeListProvider: {
    type: "string",
    enum: ["SMDG", "NMFTA"],
  },
  vesselScheduleChangeRemark: {
    maxLength: 250,
    type: "string",
  },
};
