import type { Express } from 'express'

const AS_FILE = 'attachment; filename="api.json"'

/**
 * Names every JSON response as a file: a browser that is led to one keeps it, and shows nothing of it as a page, whatever
 * stands in it or at the end of its address (SEC-18). Scripts that ask for it see no difference.
 */
export function nameJsonResponses({ response }: Pick<Express, 'response'>): void {
  const { json } = response
  response.json = function named(body) {
    this.setHeader('content-disposition', AS_FILE)
    return json.call(this, body)
  }
}
