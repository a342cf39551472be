import root from '@opentelemetry/otlp-transformer/build/src/generated/root.js';

/** What is used of a message type that was generated from the official proto files. */
interface MessageType {
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: { longs: StringConstructor; bytes: StringConstructor }): object;
  create(properties: object): object;
  encode(message: object): { finish(): Uint8Array };
}

interface Generated {
  opentelemetry: {
    proto: {
      collector: {
        trace: {
          v1: {
            ExportTraceServiceRequest: MessageType;
            ExportTraceServiceResponse: MessageType;
            ExportTracePartialSuccess: MessageType;
          };
        };
        logs: { v1: { ExportLogsServiceRequest: MessageType; ExportLogsServiceResponse: MessageType } };
      };
    };
  };
}

// The library types its generated root as a bare protobuf root.
const { trace, logs } = (root as unknown as Generated).opentelemetry.proto.collector;

/** The two signals that are received. */
export type Signal = 'traces' | 'logs';

export const REQUESTS: Readonly<Record<Signal, MessageType>> = {
  traces: trace.v1.ExportTraceServiceRequest,
  logs: logs.v1.ExportLogsServiceRequest,
};

export const RESPONSES: Readonly<Record<Signal, MessageType>> = {
  traces: trace.v1.ExportTraceServiceResponse,
  logs: logs.v1.ExportLogsServiceResponse,
};

/** `google.rpc.Status` is no part of OTLP's files, but on the wire it is the same: an integer (1) and a text (2). */
export const STATUS = trace.v1.ExportTracePartialSuccess;
