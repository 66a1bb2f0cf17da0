import type { Logger } from 'pino'
import type { Library } from './cms/library.ts'
import { loadImageParser } from './content/html/image-html.ts'
import type { Service } from './services/service.ts'

const RETRY_MS = 1000
/** A moment after the rush of a start; an article with pictures that is asked for sooner loads it itself. */
const IMAGE_PARSER_DELAY_MS = 2000

/** The source, then the first home page: what a first reader would otherwise wait for. Tries until it is there. */
export async function firstContent(library: Library, service: Service, log: Logger): Promise<void> {
  for (;;) {
    try {
      await library.prepare()
      await library.reader(service).home()
      return
    } catch (error) {
      log.error({ err: error }, 'no content yet')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}

/**
 * Loads the image parser a moment after the first content is there (docs/decisions/020).
 * @returns gives that up
 */
export function warmUp(ready: Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  ready.then(() => {
    timer = setTimeout(loadImageParser, IMAGE_PARSER_DELAY_MS).unref()
  })
  return () => clearTimeout(timer)
}
