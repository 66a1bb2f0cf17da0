import * as z from 'zod'
import type { ErrorReportSettings } from '../../observability/error-reports/failures.ts'
import type { AccessLogSettings } from '../../observability/log/access-log.ts'
import type { Signal, TelemetrySettings } from '../../observability/tracing/span.ts'
import { httpUrl, numeric } from './values.ts'

/** A number from 0 to 1. */
const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'is not a number from 0 to 1')
  .transform(Number)

/** `a=b,c=d`, percent-encoded, as OpenTelemetry writes headers and attributes. */
const pairs = z.string().transform((value, context): Record<string, string> => {
  const list = pairsOf(value)
  if (list) return Object.fromEntries(list)
  context.addIssue({ code: 'custom', message: 'is not a list of name=value, separated by commas' })
  return {}
})

/** `https://{key}@{host}/{path}{project}`. */
const dsn = z.string().refine((value) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname)
}, 'is not a DSN')

const DEFAULT_NAME = 'szpalta'
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
const samplers = [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}` as const)] as const

/** Observability variables. Names and meanings of `OTEL_…` are OpenTelemetry's own. */
export const observabilityVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
    .default('http/protobuf'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OTEL_METRIC_EXPORT_INTERVAL: numeric(1000, 3_600_000).default(60_000),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  SENTRY_DSN: dsn.optional(),
  SENTRY_ENVIRONMENT: z.string().default('production'),
  ACCESS_LOG: z.enum(['off', 'misses', 'all'], 'must be off, misses or all').default('misses'),
  ACCESS_LOG_SAMPLE: share.default(0.01),
  BACKUP_FILE: z.string().optional(),
}

const observabilitySchema = z.object(observabilityVariables)
type ObservabilityVariables = z.output<typeof observabilitySchema>

export interface ObservabilitySettings {
  /** Absent: no tracing, and metrics only from `/metrics`. */
  telemetry?: TelemetrySettings
  /** Absent: errors are only in the log. */
  errorReports?: ErrorReportSettings
  accessLog: AccessLogSettings
  /** File that each successful backup of the subscribers writes, relative to the project's folder. */
  backupFile?: string
}

export function observabilitySettings(variables: ObservabilityVariables): ObservabilitySettings {
  const telemetry = telemetryOf(variables)
  const { SENTRY_DSN, SENTRY_ENVIRONMENT: environment } = variables
  return {
    ...(telemetry && { telemetry }),
    ...(SENTRY_DSN !== undefined && { errorReports: { dsn: SENTRY_DSN, environment } }),
    ...(variables.BACKUP_FILE !== undefined && { backupFile: variables.BACKUP_FILE }),
    accessLog: { lines: variables.ACCESS_LOG, hits: variables.ACCESS_LOG_SAMPLE },
  }
}

/** Values to hide: headers, and the key in a DSN. */
export function observabilitySecrets(raw: NodeJS.ProcessEnv): string[] {
  const headers = Object.keys(observabilityVariables).filter((name) => name.endsWith('_HEADERS'))
  const values = headers.flatMap((name) => pairsOf(raw[name] ?? '') ?? []).map(([, value]) => value)
  const key = URL.parse(raw.SENTRY_DSN ?? '')?.username
  return [...values, ...(key ? [key] : [])]
}

function telemetryOf(variables: ObservabilityVariables): TelemetrySettings | undefined {
  if (variables.OTEL_SDK_DISABLED === 'true') return undefined
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: headers } = variables
  const signal = (
    exporter: 'otlp' | 'none',
    path: string,
    own: string | undefined,
    ownHeaders: Record<string, string> | undefined,
  ): Signal | undefined => {
    const url = own ?? (base === undefined ? undefined : base + path)
    return url === undefined || exporter === 'none' ? undefined : { url, headers: ownHeaders ?? headers ?? {} }
  }
  const traces = signal(
    variables.OTEL_TRACES_EXPORTER,
    '/v1/traces',
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    variables.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
  )
  const metrics = signal(
    variables.OTEL_METRICS_EXPORTER,
    '/v1/metrics',
    variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    variables.OTEL_EXPORTER_OTLP_METRICS_HEADERS,
  )
  if (!traces && !metrics) return undefined
  return {
    ...(traces && { traces: { ...traces, share: shareOf(variables) } }),
    ...(metrics && { metrics: { ...metrics, interval: variables.OTEL_METRIC_EXPORT_INTERVAL } }),
    protocol: variables.OTEL_EXPORTER_OTLP_PROTOCOL,
    // A separate name takes precedence over one among the attributes.
    resource: { ...variables.OTEL_RESOURCE_ATTRIBUTES, ...serviceName(variables) },
  }
}

function serviceName({ OTEL_SERVICE_NAME: name, OTEL_RESOURCE_ATTRIBUTES: attributes }: ObservabilityVariables) {
  return { 'service.name': name ?? attributes['service.name'] ?? DEFAULT_NAME }
}

/** Share of requests to trace. Ignores the caller's choice (OBS-7). */
function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }: ObservabilityVariables): number {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('always_on') ? 1 : argument
}

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
