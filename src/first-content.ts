import type { Logger } from 'pino'
import type { Library } from './cms/library.ts'
import type { Service } from './services/service.ts'

const RETRY_MS = 1000

/**
 * The source, then the first home page: what a first reader would otherwise wait for. Tries until it is there.
 * @param failed told of each time that it could not be had
 */
export async function firstContent(library: Library, service: Service, log: Logger, failed: () => void): Promise<void> {
  for (;;) {
    try {
      await library.prepare()
      await library.reader(service).home()
      return
    } catch (error) {
      log.error({ err: error }, 'no content yet')
      failed()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}
