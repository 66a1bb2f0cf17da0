import { randomUUID } from 'node:crypto'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { figuresOf } from './figures.ts'
import { recordedShare } from './sampler.ts'
import type { TelemetrySettings } from './settings.ts'
import type { Tracing } from './span.ts'
import { spansOf } from './spans.ts'
import { telling } from './telling.ts'

/** Spans that wait to be sent; those past them are dropped. */
const MAX_QUEUE = 2048
/** Between two exports of spans, and how long one may take. Milliseconds. */
const EXPORT_EVERY = 2000
const EXPORT_TIMEOUT = 5000
/** What is not sent by then is lost: the process is to end within its ten seconds. Milliseconds. */
const CLOSE_LIMIT = 800

/** What is sent by OpenTelemetry, until it is closed. */
export interface Telemetry {
  /** Absent: no traces are sent. */
  tracing?: Tracing
  /** Sends what waits, for as long as `CLOSE_LIMIT`. Never rejects. */
  close(): Promise<void>
}

/**
 * Sends traces and the figures of `/metrics` by OTLP over HTTP. Loaded by itself, and only where it is wanted: it weighs
 * as much as the rest of the portal's first answer (docs/decisions/040).
 */
export function openTelemetry(
  { traces, metrics, protocol, resource: attributes }: TelemetrySettings,
  { registry, version, log }: { registry: Registry; version: string; log: Logger },
): Telemetry {
  const isJson = protocol === 'http/json'
  const resource = resourceFromAttributes({
    'service.version': version,
    'service.instance.id': randomUUID(),
    'process.pid': process.pid,
    ...attributes,
  })
  const closing: Array<() => Promise<void>> = []
  const open = (): Tracing | undefined => {
    if (!traces) return undefined
    const { url, headers, share } = traces
    const settings = { url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT, concurrencyLimit: 2 }
    const exporter = telling(isJson ? new JsonTraceExporter(settings) : new OTLPTraceExporter(settings), 'traces', log)
    const processor = new BatchSpanProcessor({
      exporter,
      maxQueueSize: MAX_QUEUE,
      scheduledDelayMillis: EXPORT_EVERY,
      exportTimeoutMillis: EXPORT_TIMEOUT,
    })
    const provider = new TracerProvider({ resource, sampler: recordedShare(share), spanProcessors: [processor] })
    closing.push(() => provider.shutdown())
    return spansOf(provider.getTracer('szpalta', version))
  }
  if (metrics) {
    const { url, headers, interval } = metrics
    const settings = { url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT, concurrencyLimit: 1 }
    const exporter = telling(
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
    ...(tracing && { tracing }),
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
