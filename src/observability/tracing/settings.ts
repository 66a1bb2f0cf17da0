export interface Signal {
  url: string
  headers: Readonly<Record<string, string>>
}

export interface TelemetrySettings {
  /** `share`: of requests to trace, 0 to 1. */
  traces?: Signal & { share: number }
  /** `interval`: between exports, in milliseconds. */
  metrics?: Signal & { interval: number }
  protocol: 'http/protobuf' | 'http/json'
  /** Attributes of this installation, with `service.name`. */
  resource: Readonly<Record<string, string>>
}
