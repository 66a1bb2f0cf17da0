/** Where a kind of telemetry is sent. */
export interface Signal {
  url: string
  headers: Readonly<Record<string, string>>
}

/** What the operator says of OpenTelemetry. */
export interface TelemetrySettings {
  /** Absent: no traces are sent. `share`: of requests that are traced, 0 to 1. */
  traces?: Signal & { share: number }
  /** Absent: no figures are sent. `interval`: between two of them, milliseconds. */
  metrics?: Signal & { interval: number }
  protocol: 'http/protobuf' | 'http/json'
  /** Of this installation, `service.name` among them. */
  resource: Readonly<Record<string, string>>
}
