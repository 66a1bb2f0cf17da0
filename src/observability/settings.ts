import * as z from 'zod'
import { defineSettings, destinationsOf } from '../system/settings/define-settings.ts'
import { bearerToken, httpUrl } from '../system/settings/forms.ts'
import type { SettingRows } from '../system/settings/setting-row.ts'
import type { ErrorReportSettings } from './error-reports/failures.ts'
import type { AccessLogSettings } from './log/access-log.ts'
import type { TelemetrySettings } from './tracing/span.ts'

/** A number from 0 to 1. */
const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'is not a number from 0 to 1')
  .transform(Number)

/** `a=b,c=d`, percent-encoded. */
const headers = z
  .string()
  .refine((value) => pairsOf(value) !== undefined, 'is not a list of name=value, separated by commas')

/** `https://{key}@{host}/{path}{project}`. */
const dsn = z.string().refine((value) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname)
}, 'is not a DSN')

const logVariables = {
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ACCESS_LOG: z.enum(['off', 'misses', 'all'], 'must be off, misses or all').default('misses'),
  ACCESS_LOG_SAMPLE: share.default(0.01),
  METRICS_TOKEN: bearerToken.optional(),
}

/** No log may show them. */
const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers.optional(),
}

const reportVariables = {
  SENTRY_DSN: dsn.optional(),
  SENTRY_ENVIRONMENT: z.string().default('production'),
}

export interface ObservabilitySettings {
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  accessLog: AccessLogSettings
  metricsToken?: string
  /** Absent: only `/metrics` has them. */
  telemetry?: TelemetrySettings
  errorReports?: ErrorReportSettings
}

export const observabilitySettings = defineSettings({
  variables: { ...logVariables, ...telemetryVariables, ...reportVariables },
  settings(variables): ObservabilitySettings {
    const { METRICS_TOKEN: metricsToken, SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: environment } = variables
    const hasEndpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
    const traces = hasEndpoint || variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined
    const metrics = hasEndpoint || variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT !== undefined
    return {
      logLevel: variables.LOG_LEVEL,
      accessLog: { lines: variables.ACCESS_LOG, hits: variables.ACCESS_LOG_SAMPLE },
      metricsToken,
      telemetry: traces || metrics ? { traces, metrics } : undefined,
      errorReports: dsn === undefined ? undefined : { dsn, environment },
    }
  },
  // Headers, and the key in a DSN.
  secrets(raw) {
    const names = Object.keys(telemetryVariables).filter((name) => name.endsWith('_HEADERS'))
    const values = names.flatMap((name) => pairsOf(raw[name] ?? '') ?? []).map(([, value]) => value)
    const key = URL.parse(raw.SENTRY_DSN ?? '')?.username
    return [...values, ...(key ? [key] : [])]
  },
  // Headers of one signal may go to the general URL.
  destinations: (raw) =>
    destinationsOf(raw, [
      ['SENTRY_DSN', 'SENTRY_DSN'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_METRICS_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
      ['OTEL_EXPORTER_OTLP_METRICS_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ]),
})

/** @returns undefined for an invalid list */
function pairsOf(text: string): Array<[string, string]> | undefined {
  const items = text.split(',').filter((item) => item.trim() !== '')
  const list = items.map((item): [string, string] | undefined => {
    const [name = '', ...value] = item.split('=')
    if (name.trim() === '' || value.length === 0) return undefined
    try {
      return [decodeURIComponent(name.trim()), decodeURIComponent(value.join('=').trim())]
    } catch {
      return undefined
    }
  })
  return list.every((pair) => pair !== undefined) ? list : undefined
}

export const logRows: SettingRows<typeof logVariables> = [
  { names: ['METRICS_TOKEN'], meaning: 'bearer token of `GET /metrics`; absent: the route does not exist' },
  { names: ['LOG_LEVEL'], meaning: '`debug`, `info`, `warn` (as in development), `error`, `silent`' },
  {
    names: ['ACCESS_LOG', 'ACCESS_LOG_SAMPLE'],
    meaning:
      "which requests have a line in the log: `off`, `misses`, or `all` with that share of the page cache's hits; a line has its share as `sample`",
  },
]

export const telemetryRows: SettingRows<typeof telemetryVariables> = [
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
    meaning:
      "where traces and figures are sent by OpenTelemetry's OTLP over HTTP, or one of them. Absent: nowhere, and nothing is loaded for it. OpenTelemetry reads its other variables itself: `OTEL_SERVICE_NAME` (szpalta), `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` (the share of requests that are traced: a caller's choice is ignored), `OTEL_METRIC_EXPORT_INTERVAL`, `OTEL_EXPORTER_OTLP_PROTOCOL` (`http/protobuf`, `http/json`), `OTEL_TRACES_EXPORTER` and `OTEL_METRICS_EXPORTER` (`none`), `OTEL_SDK_DISABLED`",
  },
  {
    names: ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_HEADERS'],
    meaning: 'headers for it, `name=value,…`, never shown',
  },
]

export const reportRows: SettingRows<typeof reportVariables> = [
  {
    names: ['SENTRY_DSN', 'SENTRY_ENVIRONMENT'],
    meaning: "where failures are reported by Sentry's protocol, and as which environment",
  },
]
