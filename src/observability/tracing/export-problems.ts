import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { Logger } from 'pino'

interface Exporter<T> {
  export(items: T, done: (result: ExportResult) => void): void
}

/** Logs an outage once, and its end once. Failed exports are lost. */
export function loggingOutages<T, E extends Exporter<T>>(exporter: E & Exporter<T>, what: string, log: Logger): E {
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
