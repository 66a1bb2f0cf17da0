/** Destination of one kind of telemetry. */
export interface Signal {
  url: string
  headers: Readonly<Record<string, string>>
}

/** OpenTelemetry settings. */
export interface TelemetrySettings {
  /** Absent: no traces are sent. `share`: of requests to trace, 0 to 1. */
  traces?: Signal & { share: number }
  /** Absent: no metrics are sent. `interval`: between exports, in milliseconds. */
  metrics?: Signal & { interval: number }
  protocol: 'http/protobuf' | 'http/json'
  /** Attributes of this installation, with `service.name`. */
  resource: Readonly<Record<string, string>>
}
