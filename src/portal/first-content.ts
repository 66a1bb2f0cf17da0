import type { Logger } from 'pino'
import type { Service } from '../services/service.ts'
import type { ContentRepositories } from '../sources/content-repositories.ts'

const RETRY_MS = 1000

/**
 * Loads the source, then the first home page, which the first reader would otherwise wait for. Retries until both
 * succeed.
 * @param failed called after each failed try
 */
export async function firstContent(
  repositories: ContentRepositories,
  service: Service,
  log: Logger,
  failed: () => void,
): Promise<void> {
  for (;;) {
    try {
      await repositories.prepare()
      await repositories.reader(service).home()
      return
    } catch (error) {
      log.error({ err: error }, 'no content yet')
      failed()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}
