import { randomUUID } from 'node:crypto'
import {
  type ExportResult,
  ExportResultCode,
  getBooleanFromEnv,
  getNumberFromEnv,
  getStringFromEnv,
} from '@opentelemetry/core'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { figuresOf } from './metrics-export.ts'
import type { TelemetrySettings, Tracing } from './span.ts'
import { recordedShare, spansOf } from './spans.ts'

interface Exporter<T> {
  export(items: T, done: (result: ExportResult) => void): void
}

function loggingOutages<T, E extends Exporter<T>>(exporter: E & Exporter<T>, what: string, log: Logger): E {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS
      if (hasFailed && !isFailing) log.warn({ what, error: result.error?.message }, 'telemetry is not taken')
      if (!hasFailed && isFailing) log.info({ what }, 'telemetry is taken again')
      isFailing = hasFailed
      done(result)
    })
  return exporter
}

const MAX_QUEUE = 2048
const EXPORT_EVERY = 2000
const EXPORT_TIMEOUT = 5000
/** OpenTelemetry's default. Milliseconds. */
const METRICS_EVERY = 60_000
/** The process ends within ten seconds. Milliseconds. */
const CLOSE_LIMIT = 800

export interface Telemetry {
  tracing?: Tracing
  close(): Promise<void>
}

/** Loaded with OTLP alone (docs/decisions/040). */
export function openTelemetry(
  configured: TelemetrySettings,
  { registry, version, log }: { registry: Registry; version: string; log: Logger },
): Telemetry {
  const isJson = getStringFromEnv('OTEL_EXPORTER_OTLP_PROTOCOL') === 'http/json'
  const isOn = (exporter: 'OTEL_TRACES_EXPORTER' | 'OTEL_METRICS_EXPORTER'): boolean =>
    !getBooleanFromEnv('OTEL_SDK_DISABLED') && getStringFromEnv(exporter) !== 'none'
  const resource = resourceFromAttributes({
    'service.name': 'szpalta',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'process.pid': process.pid,
  }).merge(detectResources({ detectors: [envDetector] }))
  const closing: Array<() => Promise<void>> = []
  const open = (): Tracing | undefined => {
    if (!configured.traces || !isOn('OTEL_TRACES_EXPORTER')) return undefined
    const settings = { timeoutMillis: EXPORT_TIMEOUT, concurrencyLimit: 2 }
    const exporter = loggingOutages(
      isJson ? new JsonTraceExporter(settings) : new OTLPTraceExporter(settings),
      'traces',
      log,
    )
    const processor = new BatchSpanProcessor({
      exporter,
      maxQueueSize: MAX_QUEUE,
      scheduledDelayMillis: EXPORT_EVERY,
      exportTimeoutMillis: EXPORT_TIMEOUT,
    })
    const provider = new TracerProvider({ resource, sampler: recordedShare(shareOf()), spanProcessors: [processor] })
    closing.push(() => provider.shutdown())
    return spansOf(provider.getTracer('szpalta', version))
  }
  if (configured.metrics && isOn('OTEL_METRICS_EXPORTER')) {
    const interval = getNumberFromEnv('OTEL_METRIC_EXPORT_INTERVAL') ?? METRICS_EVERY
    const settings = { timeoutMillis: EXPORT_TIMEOUT, concurrencyLimit: 1 }
    const exporter = loggingOutages(
      isJson ? new JsonMetricExporter(settings) : new OTLPMetricExporter(settings),
      'metrics',
      log,
    )
    const reader = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: interval,
      exportTimeoutMillis: Math.min(EXPORT_TIMEOUT, interval),
      metricProducers: [figuresOf(registry, resource)],
    })
    const provider = new MeterProvider({ resource, readers: [reader] })
    closing.push(() => provider.shutdown())
  }
  const tracing = open()
  return {
    tracing,
    async close() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_LIMIT)
      })
      await Promise.race([Promise.allSettled(closing.map((end) => end())), late])
      clearTimeout(timer)
    },
  }
}

/** The caller's choice is ignored (OBS-7). */
function shareOf(): number {
  const sampler = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'always_on'
  if (sampler.endsWith('always_off')) return 0
  const share = getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1
  return sampler.endsWith('traceidratio') ? Math.min(Math.max(share, 0), 1) : 1
}
